import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Connection } from '../../domain/sign-in.ts'

/** What was typed as it is stored: an e-mail in lower case, a number in E.164 with the US as home (facts, third-parties 5). */
export const signInTarget = (connection: Connection, typed: string): string => {
  const text = typed.trim()
  if (connection === 'email') return text.toLowerCase()
  // The +1 that the page puts in front of 1 415 … makes two country codes of one.
  return parsed(text) ?? parsed(text.replace(/^\+1(?=1)/, '+')) ?? text
}

const parsed = (text: string): string | null => {
  const number = parsePhoneNumberFromString(text, 'US')
  return number?.isPossible() ? number.number : null
}

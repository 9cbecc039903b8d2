import type { Connection } from '../../domain/sign-in.ts'

/** What was typed as it is stored: an e-mail in lower case, a number in E.164 with the US as home (facts, third-parties 5). */
export const signInTarget = async (connection: Connection, typed: string): Promise<string> => {
  const text = typed.trim()
  if (connection === 'email') return text.toLowerCase()
  // The numbers of all countries are loaded when the first one is typed.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const parsed = (number: string): string | null => {
    const found = parsePhoneNumberFromString(number, 'US')
    return found?.isPossible() ? found.number : null
  }
  // The +1 that the page puts in front of 1 415 … makes two country codes of one.
  return parsed(text) ?? parsed(text.replace(/^\+1 ?(?=1)/, '+')) ?? text
}

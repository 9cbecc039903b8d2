import type { Connection } from './rules/sign-in.ts'

/** Normalizes a sign-in target: e-mail in lower case, phone number in E.164 with US as default country. */
export const signInTarget = async (connection: Connection, typed: string): Promise<string> => {
  const text = typed.trim()
  if (connection === 'email') return text.toLowerCase()
  // Large phone metadata, loaded on first use.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const parsed = (number: string): string | null => {
    const found = parsePhoneNumberFromString(number, 'US')
    return found?.isPossible() ? found.number : null
  }
  // The page adds +1, so 1 415 … becomes +11415…; drop one of the two.
  return parsed(text) ?? parsed(text.replace(/^\+1 ?(?=1)/, '+')) ?? text
}

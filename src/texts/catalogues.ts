import en from './en/index.ts'
import es from './es/index.ts'
import type { Language, Texts } from './languages.ts'

const catalogues: Record<Language, Texts> = { en, es }

/** Returns the texts in a language. For the server: an island gets the texts of its page by `useTexts`. */
export const textsIn = (language: Language): Texts => catalogues[language]

/** Returns the message for a request error on any page or call, by HTTP status. */
export const requestProblem = (status: number, language: Language = 'en'): string => {
  const { errors, ui } = textsIn(language)
  const messages: Record<number, string> = {
    403: errors.forged,
    404: 'Not found',
    413: errors.tooLarge,
    415: errors.unsupported,
    500: ui.server,
    503: ui.unreachable,
  }
  return messages[status] ?? errors.unreadable
}

/** Error for a readable body with invalid fields; each field has its own message. */
export const unfitBody = 'Some fields are missing or not valid.'

import { textsIn } from './languages/catalogues.ts'
import type { Language } from './languages/language.ts'

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

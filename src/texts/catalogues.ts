import type { Language } from '#src/core/rules/language.ts'
import * as en from './en/index.ts'
import * as es from './es/index.ts'

/** The same keys and parameters, with any words. */
export type Like<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Like<T[K]>
}

/** A catalogue: the English one says which texts there are. */
export type Texts = Like<typeof en>

/** Sections that a browser may load, each a file of this name in `pages/`. */
export type PageSection =
  | 'ui'
  | 'code'
  | 'deck'
  | 'dictionary'
  | 'fingerspelling'
  | 'help'
  | 'pay'
  | 'join'
  | 'problem'
  | 'success'
  | 'teacher'

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

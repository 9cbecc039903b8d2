import en from './en/index.ts'
import es from './es/index.ts'
import type { Language } from './language.ts'
import type { Texts } from './texts.ts'

const catalogues: Record<Language, Texts> = { en, es }

/** Returns the texts in a language. For the server: an island gets the texts of its page by `useTexts`. */
export const textsIn = (language: Language): Texts => catalogues[language]

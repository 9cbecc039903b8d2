import { type Language, languages } from '#src/core/rules/language.ts'
import { normalize, plainTyped } from '#src/core/rules/normalize.ts'
import { textsIn } from '#src/texts/catalogues.ts'

/** Numbers from 0 to 20 as words. */
const wordsIn = (language: Language): string[] => textsIn(language).sentences.captcha.numbers.split(' ')

/** Builds a sum in words from a seed below 100. The caller chooses the seed, and so the question. */
export const captchaSum = (seed: number, language: Language): { text: string; answer: string } => {
  const [a, b] = [1 + (Math.floor(seed / 10) % 10), 1 + (seed % 10)]
  const words = wordsIn(language)
  return { text: textsIn(language).sentences.captcha.sum(words[a] ?? '', words[b] ?? ''), answer: String(a + b) }
}

/** Normalizes an answer to digits, also if it was typed as a word of any language, with or without accents. */
export const captchaFigure = (typed: string): string => {
  const word = normalize(plainTyped(typed))
  const at = languages.map(language => wordsIn(language).map(normalize).indexOf(word)).find(index => index >= 0)
  return at === undefined ? word : String(at)
}

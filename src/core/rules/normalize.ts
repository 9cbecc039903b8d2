/** Brings typed and pasted text to one form, before the rule of its kind reads it. */

/**
 * Returns typed text with plain quotes, dashes, spaces, digits and letters for their curly, long, wide and full-width forms,
 * and without invisible characters and spaces around it.
 */
export const plainTyped = (typed: string): string =>
  typed
    // Before NFKC, which takes the acute accent apart.
    .replace(/[\u2018-\u201b\u02bb\u02bc\u2032`\u00b4]/g, "'")
    .replace(/[\u201c-\u201f\u2033]/g, '"')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Pd}\u2043\u2212]/gu, '-')
    // Digits of Arabic and Persian keyboards.
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => String(digit.charCodeAt(0) & 15))
    .trim()

/**
 * Returns the letters and digits of a typed code or PIN, in upper case: without spaces, dashes, quotes, a label with a
 * colon before it, and a period or comma after it.
 */
export const codeTyped = (typed: string): string =>
  plainTyped(plainTyped(typed).toUpperCase())
    .replace(/[\s\p{Cc}'"-]/gu, '')
    .replace(/^.*:|[.,;]+$/gu, '')

/** Returns one line with single spaces. */
export const singleSpaced = (typed: string): string => typed.trim().replace(/\s+/g, ' ')

/** Normalizes to lower-case letters and digits with single spaces: no accents, apostrophes or punctuation. */
export const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'\u2018\u2019]/gu, '')
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns the words of a typed text, at most eight. */
export const wordsOf = (text: string): string[] => normalize(text).split(' ').filter(Boolean).slice(0, MOST_WORDS)
const MOST_WORDS = 8

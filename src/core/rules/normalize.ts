/** Brings typed and pasted text to one form, before the rule of its kind reads it. */

/** Apostrophes of all keyboards, with the okina and other letters that people write for one. */
const APOSTROPHES = /[\u2018-\u201b\u02b9\u02bb-\u02bf\u02c8\u2032\ua78c\uff40`\u00b4]/g

/** Returns typed text with plain quotes, dashes, spaces, digits and letters, without invisible characters. */
export const plainTyped = (typed: string): string =>
  typed
    // Before NFKC, which takes the acute accent apart.
    .replace(APOSTROPHES, "'")
    .replace(/[\u201c-\u201f\u2033\u301d-\u301f\u00ab\u00bb]/g, '"')
    .normalize('NFKC')
    // A few letters have an apostrophe in them, like ŉ.
    .replace(APOSTROPHES, "'")
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/(?!-)[\p{Pd}\u2043\u2212\u02d7\u30fc]/gu, '-')
    .replaceAll('\u3002', '.')
    .replace(/(?!\d)\p{Nd}/gu, asciiDigit)
    .trim()

/** Returns a digit of another script as 0 to 9. Unicode puts the zero of each script at 0 or 6 of a row of 16. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  const at = code & 15
  return String(/\p{Nd}/u.test(String.fromCodePoint(code - at)) ? at : at - 6)
}

/** Cyrillic and Greek letters that look like Latin ones, and these. */
const TWINS = ['АВЕЅІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABESIJKMHOPCTYXABEZHIKMNOPTYX'] as const
const CODE_LABEL =
  /^.*[:=#]|^\d{1,3}[.)]\s+|^(?:(?:(?:YOUR|MY|THE|ACCESS|CODE|COUPON|VOUCHER|PIN|IS|TU|SU|MI|EL|C[OÓ]DIGO|CUP[OÓ]N|DE|ACCESO|ES)\b\s+)+)/u
const AROUND_CODE = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/**
 * Returns what a typed code or PIN may be, in upper case, without spaces, dashes and quotes inside: as typed, without
 * punctuation around it, and without a label before it and punctuation inside too. A code may have a colon or a period of
 * its own, so the first one that is known is meant.
 */
export const codesTyped = (typed: string): [typed: string, bare: string, unlabeled: string] => {
  const plain = plainTyped(plainTyped(typed.slice(0, MOST_TYPED)).toUpperCase()).replace(
    /[\p{sc=Cyrillic}\p{sc=Greek}]/gu,
    letter => TWINS[1][TWINS[0].indexOf(letter)] ?? letter,
  )
  const bare = plain.replace(AROUND_CODE, '')
  const joined = (form: string) => form.replace(/[\s\p{Cc}'"-]+/gu, '').normalize('NFKC')
  return [joined(plain), joined(bare), bare.replace(CODE_LABEL, '').replace(/[^\p{L}\p{N}]+/gu, '')]
}

/** Longer texts hold no code. */
const MOST_TYPED = 1000

/** Returns a typed PIN or another code of ours, which has no punctuation. */
export const codeTyped = (typed: string): string => codesTyped(typed)[2]

export const singleSpaced = (typed: string): string => typed.trim().replace(/\s+/g, ' ')

/** Normalizes to lower-case letters and digits with single spaces: no accents, apostrophes or punctuation. */
export const normalize = (text: string): string =>
  text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .toLowerCase()
    // A few letters have an apostrophe in them, like ŉ.
    .replace(APOSTROPHES, '')
    .replace(/[\p{M}']/gu, '')
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Letters that Unicode does not take apart, with what people type for them. */
const LETTERS = { l: 'ł', o: 'ø', d: 'đð', h: 'ħ', t: 'ŧ', i: 'ı', ss: 'ß', ae: 'æ', oe: 'œ', th: 'þ' }

/** Returns a text in lower case as people type it, without accents and apostrophes: 'lukasz' for 'Łukasz'. */
export const plainLetters = (text: string): string =>
  Object.entries(LETTERS).reduce(
    (all, [typed, letters]) => all.replace(new RegExp(`[${letters}]`, 'g'), typed),
    text
      .replace(APOSTROPHES, '')
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}']/gu, ''),
  )

/** Lists what a word may be as stored, fewest such letters first: 'lukasz', 'łukasz', and capitals for locale C. */
export const spellingsOf = (word: string): string[] => {
  const found = new Set([plainLetters(word)])
  for (const form of found)
    for (const [typed, letters] of Object.entries(LETTERS))
      for (let at = form.indexOf(typed); at >= 0; at = form.indexOf(typed, at + 1))
        for (const letter of at === 0 ? letters + letters.toUpperCase() : letters)
          if (found.size < MOST_SPELLINGS) found.add(form.slice(0, at) + letter + form.slice(at + typed.length))
  return [...found]
}
const MOST_SPELLINGS = 40

/** Returns the words of a typed text, at most eight. */
export const wordsOf = (text: string): string[] => normalize(text).split(' ').filter(Boolean).slice(0, MOST_WORDS)
const MOST_WORDS = 8

/** Returns false for a text without a letter or digit, such as '%' or an emoji: no list has anything to look for. */
export const isSearchable = (text: string): boolean => normalize(text) !== ''

const ALL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
type Each<Text extends string> = Text extends `${infer First}${infer Rest}` ? First | Each<Rest> : never
export type Character = Each<typeof ALL>

/** A to Z, then 0 to 9. */
export const characters = [...ALL] as Character[]

export const isCharacter = (text: string): text is Character => characters.some(character => character === text)

/** The letters whose hand moves. */
export const moving: Character[] = ['J', 'Z']

/** Longer than a name or a title needs. */
export const WORD_MAX = 60

/** A letter to spell, or a gap between words. `doubled` marks the second of two equal letters, which slides sideways. */
export interface SpelledLetter {
  character: Character | null
  doubled: boolean
}

interface Spelled {
  letters: SpelledLetter[]
  /** Characters that no letter or number stands for. */
  leftOut: string[]
}

/** Letters that are two in the manual alphabet, or lose a stroke that is no accent. */
const others: Record<string, string> = { ß: 'SS', Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D', Þ: 'TH' }

/** Spells a word or several. Accents are left out, as a signer would; spaces and signs become gaps. */
export const spell = (text: string): Spelled => {
  const plain = [...[...text].slice(0, WORD_MAX).join('').toUpperCase()].flatMap(c => [
    ...(others[c] ?? c.normalize('NFD')),
  ])
  const leftOut = new Set<string>()
  const letters: SpelledLetter[] = []
  for (const c of plain) {
    const last = letters[letters.length - 1]?.character
    if (isCharacter(c)) letters.push({ character: c, doubled: last === c })
    else if (/[\p{L}\p{N}\p{So}]/u.test(c)) leftOut.add(c)
    else if (!/\p{M}/u.test(c) && last) letters.push({ character: null, doubled: false })
  }
  if (letters[letters.length - 1]?.character === null) letters.pop()
  return { letters, leftOut: [...leftOut] }
}

type Drawn = SpelledLetter & { character: Character }

/** Splits spelled letters at the gaps. */
export const wordsOf = (letters: SpelledLetter[]): Drawn[][] => {
  const words: Drawn[][] = [[]]
  for (const { character, doubled } of letters) {
    if (character === null) words.push([])
    else words[words.length - 1]!.push({ character, doubled })
  }
  return words
}

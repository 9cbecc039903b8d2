/** Spellings that sound alike in English, in the order they are replaced. */
const SOUNDS: [RegExp, string][] = [
  [/^(kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^wh/, 'w'],
  [/^ps/, 's'],
  [/sch/g, 'sk'],
  [/tch/g, 'ch'],
  [/ght/g, 't'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dge/g, 'j'],
  [/ck|q(?!u)|c(?![eiyh])/g, 'k'],
  [/qu/g, 'kw'],
  [/c(?=[eiy])/g, 's'],
  [/x/g, 'ks'],
  [/z/g, 's'],
  [/ee|ea|ie|ei/g, 'i'],
  [/oo|ou|ew|ue/g, 'u'],
  [/ai|ay|ey/g, 'e'],
  [/oa|ow/g, 'o'],
  [/(?<=.)y(?![aeiou])/g, 'i'],
  [/(?<=..)e$/, ''],
  [/(.)\1+/g, '$1'],
]

/** Shorter words sound like too many others. */
const SOUND_MIN = 3

/**
 * Returns a key that is equal for words that sound alike: 'skool' and 'school', 'nite' and 'night'. It starts with '~',
 * so that it equals no typo key. Null for short words.
 */
export const soundKey = (word: string): string | null =>
  word.length < SOUND_MIN ? null : `~${SOUNDS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word)}`

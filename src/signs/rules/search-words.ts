import { typoKeys } from './dictionary.ts'

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

/** Question words, pronouns and others that are in many sentences. Their signs come after those of the other words. */
export const COMMON_WORDS = new Set(
  `what where when who which why how i you he she it we they me him her us them my your his our their que cual cuales donde
adonde cuando quien quienes como cuanto cuanta cuantos cuantas yo tu usted vos ella nosotros ellos ellas me te se nos le les
mi su de esta estas este esto`.split(/\s+/),
)

/** English and Spanish word forms: people search for 'running', 'went', 'vives' or 'thankyou', but a sign is listed once. */

const pairOf = (text: string): [string, string] => {
  const [a = '', b = ''] = text.split(':')
  return [a, b]
}

const ENDINGS =
  `ies:y ied:y ier:y iest:y iness:y yness:y ily:y es: s: ing: ing:e ed: ed:e er: er:e est: est:e ness: ly: o:ar o:er o:ir a:ar
as:ar amos:ar an:ar ando:ar e:er e:ir es:er es:ir emos:er imos:ir en:er en:ir iendo:er iendo:ir`
    .split(/\s+/)
    .map(pairOf)

const IRREGULAR = new Map(
  `ate:eat eaten:eat became:become began:begin bought:buy broke:break broken:break brought:bring built:build came:come
caught:catch chose:choose drank:drink drawn:draw drew:draw driven:drive drove:drive fell:fall felt:feel flew:fly forgot:forget
forgotten:forget fought:fight found:find gave:give given:give gone:go got:get grew:grow grown:grow heard:hear held:hold
kept:keep knew:know known:know left:leave lent:lend lost:lose made:make meant:mean met:meet paid:pay ran:run rode:ride
said:say sang:sing sat:sit saw:see seen:see sent:send shown:show slept:sleep sold:sell spent:spend spoke:speak stole:steal
stood:stand swam:swim taken:take taught:teach thought:think threw:throw told:tell took:take understood:understand
went:go woke:wake won:win wore:wear wrote:write written:write better:good best:good worse:bad worst:bad feet:foot
geese:goose men:man mice:mouse people:person teeth:tooth wives:wife women:woman digo:decir hago:hacer
juega:jugar juegas:jugar juego:jugar tengo:tener va:ir vamos:ir van:ir vas:ir vengo:venir voy:ir`
    .split(/\s+/)
    .map(pairOf),
)

const SHORTEST = 2

/** Lists possible base forms: 'run' for 'running', 'go' for 'went', 'llamar' and 'llamarse' for 'llamas'. Not all are words. */
export const baseForms = (word: string): string[] => {
  const irregular = IRREGULAR.get(word)
  const plain = ENDINGS.filter(([ending]) => word.endsWith(ending)).map(
    ([ending, instead]) => word.slice(0, -ending.length) + instead,
  )
  const undoubled = plain.filter(base => /([b-df-hj-np-tv-z])\1$/.test(base)).map(base => base.slice(0, -1))
  // Spanish verbs split a stressed vowel: 'quiere' is of 'querer', 'puede' of 'poder'.
  const unsplit = plain.map(base => base.replace(/[iu]e(?=[^aeiou]+[aei]r$)/, split => (split === 'ie' ? 'e' : 'o')))
  const all = [...(irregular ? [irregular] : []), ...plain, ...undoubled, ...unsplit]
  const reflexive = all.filter(base => /[aei]r$/.test(base)).map(base => `${base}se`)
  return [...new Set([...all, ...reflexive])].filter(base => base.length >= SHORTEST && base !== word)
}

const JOINED_MIN = 5
const JOINED_MAX = 24

/** Lists ways to split a joined word: 'thank you' for 'thankyou'. */
export const splits = (word: string): string[] =>
  word.length < JOINED_MIN || word.length > JOINED_MAX
    ? []
    : Array.from({ length: word.length - 2 * SHORTEST + 1 }, (_, n) => {
        const at = n + SHORTEST
        return `${word.slice(0, at)} ${word.slice(at)}`
      })

/** Lists what a misspelled search may mean by a term: its first word, and its first two as one: 'tankyou' is 'thank you'. */
export const guessedWords = (text: string): string[] => {
  const [first = '', second] = text.split(' ', 2)
  return second ? [first, `${first} ${second}`] : [first]
}

/** Returns the keys by which a misspelled search finds a word, or two words written as one. */
export const slipsOf = (word: string): { key: string; word: string }[] => {
  const sound = soundKey(word.replace(' ', ''))
  const keys = word.includes(' ') ? [] : typoKeys(word)
  return [...keys, ...(sound ? [sound] : [])].map(key => ({ key, word }))
}

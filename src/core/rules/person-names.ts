import { decodeEntities } from './entities.ts'

/**
 * Names of people: letters and marks of any script, spaces, dashes, apostrophes, middle dots and the separators of other
 * scripts, joiners inside a word, periods and commas, 1 to 64 characters. A typed name that breaks the rule is refused; a name from an LMS is cleaned and never
 * refused (docs/rules/sign-up.md).
 */
const NAME_MAX = 64
const OF_NAMES = String.raw`\p{L}\p{M}\p{Nl}\p{Pd}\u2212＝ '＇’‘‛′\x60´՚׳״·‧・･་፡.,\u200c\u200d`
const OTHER = new RegExp(`[^${OF_NAMES}]`, 'u')
/** Names from an LMS may have pronouns in brackets and nicknames in quotes, and test people are numbered. */
const OTHER_FROM_LMS = new RegExp(`[^${OF_NAMES}\\p{Nd}()&/_+"“”„«»]|//+`, 'gu')

/** Returns a name as it is stored: with single spaces, and without invisible marks that no script needs inside a name. */
export const tidyName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(
      /(?![\u200c\u200d])\p{Cf}|(?<![\p{L}\p{M}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}\u200c\u200d])/gu,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()

/** Returns why a typed name cannot be stored; null if it can. Lengths count characters, not UTF-16 units. */
export const nameProblem = (name: string, most = NAME_MAX): 'name_letters' | 'name_long' | null => {
  if (OTHER.test(name) || !/^$|[\p{L}\p{Nl}]/u.test(name) || /\bwww\./i.test(name)) return 'name_letters'
  return [...name].length > most ? 'name_long' : null
}

/** Returns a name from an LMS with other characters as spaces, shortened if needed; null if nothing is left. */
export const cleanName = (name: string | null, most = NAME_MAX): string | null => {
  const words = tidyName(tidyName(decodeEntities(name ?? '')).replace(OTHER_FROM_LMS, ' '))
  return /[\p{L}\p{Nd}]/u.test(words) ? [...words].slice(0, most).join('').trimEnd() : null
}

/** A first and a last name with a space between. */
export const FULL_NAME_MAX = 2 * NAME_MAX + 1

interface MarkOptions<Person> {
  /** Key under which two people cannot be distinguished. */
  called(person: Person): string
  /** Mark of people who signed up with us. */
  signedUp: string
  /** Mark of people with a login in the LMS, by the end of their id there. */
  idEndsIn?(end: string): string
}

const MARK_MIN = 4

/**
 * Returns, for each person in order, a mark that distinguishes them from others with the same name: the shortest end of
 * their LMS id that differs. Null if the name is unique. Who signed up with us has no LMS id.
 */
export const duplicateNameMarks = <Person extends { ltiUserId: string | null }>(
  people: Person[],
  { called, signedUp, idEndsIn = end => `LMS ID ends in ${end}` }: MarkOptions<Person>,
): (string | null)[] => {
  const idsOf = new Map<string, (string | null)[]>()
  for (const person of people) idsOf.set(called(person), [...(idsOf.get(called(person)) ?? []), person.ltiUserId])
  return people.map(person => {
    const alike = idsOf.get(called(person)) ?? []
    if (alike.length < 2) return null
    return person.ltiUserId === null ? signedUp : idEndsIn(endOf(person.ltiUserId, alike))
  })
}

/** Returns the shortest end of an id, from four characters on, that no other id has. Leading separators are removed. */
const endOf = (id: string, all: (string | null)[]): string => {
  const others = all.filter(other => other !== id)
  for (let length = MARK_MIN; length < id.length; length++) {
    const end = id.slice(-length).replace(/^[^\p{L}\p{N}]+/u, '')
    if (end !== '' && !others.some(other => other?.endsWith(end))) return end
  }
  return id
}

/**
 * Names of people: letters, marks, spaces, hyphens, apostrophes and periods, 1 to 64 characters. A typed name that
 * breaks the rule is refused; a name from an LMS is cleaned and never refused (docs/rules/sign-up.md).
 */
const NAME_MAX = 64
const OTHER = /[^\p{L}\p{M} \-'’.]/u
/** Names from an LMS may be 'Last, First (pronouns)', and test people are numbered. */
const OTHER_FROM_LMS = /[^\p{L}\p{M}\p{Nd} \-'’.,()]/gu

/** Returns why a typed name cannot be stored; null if it can. Lengths count characters, not UTF-16 units. */
export const nameProblem = (name: string, most = NAME_MAX): 'name_letters' | 'name_long' | null => {
  if (OTHER.test(name)) return 'name_letters'
  return [...name].length > most ? 'name_long' : null
}

/** Returns a name from an LMS with other characters as spaces, shortened if needed; null if nothing is left. */
export const cleanName = (name: string | null, most = NAME_MAX): string | null => {
  const words = (name ?? '').replace(OTHER_FROM_LMS, ' ').replace(/ +/g, ' ').trim()
  return /[\p{L}\p{Nd}]/u.test(words) ? [...words].slice(0, most).join('').trimEnd() : null
}

/** A first and a last name with a space between. */
export const FULL_NAME_MAX = 2 * NAME_MAX + 1

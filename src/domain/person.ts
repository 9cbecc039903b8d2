const ADDRESS = /^[^\s\p{Cc}@$]+@[^\s\p{Cc}@$]+\.[^\s\p{Cc}@$]+$/u

/** Of every field for an address. */
export const emailMessage = 'Email does not look right.'

/** The address as it is stored and compared: trimmed and lower-cased; anything that is no address is absent. */
export const cleanEmail = (given: string | null | undefined): string | null => {
  const email = given?.trim().toLowerCase() ?? ''
  return email.length <= 254 && ADDRESS.test(email) ? email : null
}

export interface PersonKey {
  personId: number
  email: string | null
}

/** The same person: the same LMS user of one school, or the same e-mail; no e-mail is never 'the same' (rules.md B9). */
export const samePerson = (a: PersonKey, b: PersonKey): boolean =>
  a.personId === b.personId || (a.email !== null && a.email === b.email)

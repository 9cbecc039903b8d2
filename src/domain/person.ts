/** No comments, quotes, lists or brackets of RFC 5322: a mail program may read another mailbox out of those. */
const ADDRESS = /^[^\s\p{C}@$,:;<>()[\]"\\]+@[^\s\p{C}@$,:;<>()[\]"\\]+\.[^\s\p{C}@$,:;<>()[\]"\\]+$/u

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

/** The same person: the same LMS user of one school, or the same email; no email is never 'the same' (rules.md B9). */
export const samePerson = (a: PersonKey, b: PersonKey): boolean =>
  a.personId === b.personId || (a.email !== null && a.email === b.email)

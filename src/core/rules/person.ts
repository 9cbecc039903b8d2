/** Excludes comments, quotes, lists and brackets of RFC 5322, which a mail program could read as another mailbox. */
const ADDRESS = /^[^\s\p{C}@$,:;<>()[\]"\\]+@[^\s\p{C}@$,:;<>()[\]"\\]+\.[^\s\p{C}@$,:;<>()[\]"\\]+$/u

/** Shown at every email field. */
export const emailMessage = 'Email does not look right.'

/** Returns the address as stored and compared: trimmed and lower-cased; null if invalid. */
export const cleanEmail = (given: string | null | undefined): string | null => {
  const email = given?.trim().toLowerCase() ?? ''
  return email.length <= 254 && ADDRESS.test(email) ? email : null
}

export interface PersonKey {
  personId: number
  email: string | null
}

/** Returns true for the same LMS user of one school, or the same email. A missing email never matches. */
export const samePerson = (a: PersonKey, b: PersonKey): boolean =>
  a.personId === b.personId || (a.email !== null && a.email === b.email)

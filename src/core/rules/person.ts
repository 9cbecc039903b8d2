import { plainTyped } from './normalize.ts'

/**
 * A dot-string of RFC 5321, without its quotes, comments and brackets, which a mail program could read as another mailbox;
 * and a domain of two labels or more, the last of which is no number. Mail servers and Stripe refuse other addresses.
 */
const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_{|}~\x60-]+`
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const ADDRESS = new RegExp(String.raw`^${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+(?!\d+$)${LABEL}$`, 'u')

/** Shown at every email field. */
export const emailMessage = 'Email does not look right.'

/** Returns the address as stored and compared; null if invalid. */
export const cleanEmail = (given: string | null | undefined): string | null => {
  const email = plainTyped(given ?? '').toLowerCase()
  return email.length <= 254 && ADDRESS.test(email) ? email : null
}

export interface PersonKey {
  personId: number
  email: string | null
}

/** Returns true for the same LMS user of one school, or the same email. A missing email never matches. */
export const samePerson = (a: PersonKey, b: PersonKey): boolean =>
  a.personId === b.personId || (a.email !== null && a.email === b.email)

import { plainTyped } from './normalize.ts'

/**
 * A dot-string of RFC 5321, without its quotes, comments and brackets, which a mail program could read as another mailbox;
 * and a domain of two labels or more, the last of which begins with a letter and has two characters. Mail servers and Stripe refuse other addresses.
 */
const ATOM = String.raw`[a-z\d!#$%&'*+/=?^_{|}~\x60-]+`
const LABEL = String.raw`[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?`
const ADDRESS = new RegExp(String.raw`^(?=[^@]{1,64}@)${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+(?=[a-z].)${LABEL}$`)

/** Returns a domain with other letters than ASCII as mail servers and Stripe write it: `xn--mnchen-3ya.example`. */
const asciiDomain = (domain: string): string => {
  if (/^\p{ASCII}*$/u.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

export const emailMessage = 'Email does not look right.'

/** Returns the address as stored and compared; null if invalid. */
export const cleanEmail = (given: string | null | undefined): string | null => {
  const [, local = '', domain = ''] =
    plainTyped(given ?? '')
      .toLowerCase()
      .match(/^(.*)@(.*)$/) ?? []
  const email = `${local}@${asciiDomain(domain)}`
  return email.length <= 254 && ADDRESS.test(email) ? email : null
}

export interface PersonKey {
  personId: number
  email: string | null
}

/** Returns true for the same LMS user of one school, or the same email. A missing email never matches. */
export const samePerson = (a: PersonKey, b: PersonKey): boolean =>
  a.personId === b.personId || (a.email !== null && a.email === b.email)

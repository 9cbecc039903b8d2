import { codeKey } from './access-code.ts'
import { normalize } from './dictionary.ts'
import { cleanEmail } from './person.ts'
import { processMessages } from './staff-messages.ts'

/** What was typed into the one box of the bar, as far as its form tells. */
export type SearchQuery =
  | { is: 'nothing' }
  | { is: 'email'; email: string }
  | { is: 'token'; token: string }
  | { is: 'join'; token: string }
  | { is: 'payment'; id: string }
  | { is: 'session'; id: string }
  | { is: 'launch'; reference: string }
  /** A code, a course, a school, or the end of a payment's id: all are looked for; then its words, as beginnings of names. */
  | { is: 'text'; text: string; key: string; words: string[] }

/** So many people, teachers and schools of a name are shown. */
export const MOST_NAMED = 20
/** So many are counted: who meets more of them has to type more anyway. */
export const MOST_COUNTED = 1000
const WORDS = 8

/** In place of a school, of who came by no LMS. */
export const SIGNED_UP = 'Signed up with us'

const TOKEN = /^([cem])_[\w-]{10,64}$/
const PAYMENT = /^(cs|pi|re|pyr|evt|du|dp|ch|py)_\w{4,250}$/
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** As an error page shows it, without letters that look like figures. */
const REFERENCE = /^[\dA-HJKMNP-TV-Z]{5}-[\dA-HJKMNP-TV-Z]{5}$/

export const parseSearchQuery = (typed: string): SearchQuery => {
  const text = typed.trim().slice(0, 300)
  if (text === '') return { is: 'nothing' }
  // People paste whole links: the token in them is what they mean.
  const token = text.match(/[?&](?:token|course)=([cem]_[\w-]{10,64})/)?.[1] ?? text
  const [, kind] = token.match(TOKEN) ?? []
  if (kind) return kind === 'c' ? { is: 'join', token } : { is: 'token', token }
  const email = cleanEmail(text)
  if (email) return { is: 'email', email }
  if (PAYMENT.test(text)) return { is: 'payment', id: text }
  if (UUID.test(text)) return { is: 'session', id: text.toLowerCase() }
  if (REFERENCE.test(text.toUpperCase())) return { is: 'launch', reference: text.toUpperCase() }
  const words = normalize(text).split(' ').filter(Boolean).slice(0, WORDS)
  return { is: 'text', text, key: codeKey(text), words }
}

export const findMessages = {
  hint: 'A code, an email, the beginning of a name, a token or a whole link, a course id, a school key, a payment id, or the reference of an error page.',
  nothing: (typed: string) => `Nothing is known of “${typed}”. Check it for a typo, or try the email of the person.`,
  /** `count`: of how many some are shown. */
  more: (count: number) =>
    count < MOST_COUNTED
      ? `And ${count - MOST_NAMED} more. Type more of the name.`
      : 'And very many more. Type more of the name.',
  reason: processMessages.reason,
  letIn: 'The person is in.',
} as const

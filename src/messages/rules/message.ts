import type { Language } from '#src/core/rules/language.ts'

const PAUSE_SECONDS = 5 * 60
const DAY_SECONDS = 12 * 3600

/** Returns when the n-th batch of a daily mailing starts, in seconds: providers block thousands of mails at once. */
export const batchStart = (n: number): number => (n * PAUSE_SECONDS) % DAY_SECONDS

/** Password of a login in Canvas: chosen at sign-up, kept from before, or still to be chosen. */
export type PasswordOf = 'chosen' | 'kept' | 'asked'

/** Canvas login of a person who signed up. `password` is null until the login is created. */
export interface PlatformLogin {
  email: string
  password: PasswordOf | null
}

interface Addressed {
  name: string | null
  course: string
  school: string
  /** Only an LMS says that the address is this person's, so the mail says nothing that the LMS chose. */
  isClaimed?: boolean
  /** English if it is absent. */
  language?: Language
}

interface ToCourse extends Addressed {
  courseUrl: string | null
}

interface Payment extends Addressed {
  note?: string
  /** The card provider's payment reference. */
  reference: string
}

/** The data of each kind of message. Dates are ISO 8601; amounts are formatted, as only the card provider knows how. */
interface Mails {
  /** `opensLater`: the Canvas enrollment is still in progress. */
  welcome: ToCourse & { opensLater?: boolean; accessEndsAt: string }
  /** A student has access again, after an earlier period ended. */
  'welcome-back': ToCourse & { accessEndsAt: string }
  /** A person who signed up is now enrolled in the Canvas course. */
  ready: ToCourse & { login: string; password: PasswordOf }
  /** To a teacher: the course is activated, or the content of another one was copied. */
  'course-ready': ToCourse & { copiedFrom?: string }
  /** The access of a student ends within two weeks. */
  'access-ends': ToCourse & { accessEndsAt: string }
  /**
   * Code that verifies an email address, or a pin number if the page asks for one. Stored sealed, deleted once sent. No
   * name and no course: anyone may have typed the address, and their words must not reach its owner.
   */
  code: { sealedCode: string; language?: Language; isPin?: boolean }
  receipt: Payment & { lines: { product: string; amount: string }[]; total: string; paidAt: string }
  /** A delayed payment failed. */
  'payment-failed': Addressed
  /** A payment was refunded, whole or in part. A refund may name no product. */
  refund: Payment & { amount: string; products?: string[] }
  /** Help request from a page without chat, sent to support with the facts a chat would get. */
  help: { replyTo: string; text: string; facts: [name: string, value: string][] }
  /** Reply of staff to a help request, from the support address. `reference` is the number of the request. */
  'help-reply': { replyTo: string; language: Language; text: string; question: string; reference: string }
  /** To staff: launched courses that have no product yet, and how many more. */
  waiting: {
    name: string | null
    courses: { name: string; school: string; teachers: string[]; students: number }[]
    more: number
    url: string
  }
  /** To staff: an LMS registered itself. `isOn`: approved in advance. `isKnown`: it may be a known school. */
  'lms-registered': { name: string | null; school: string; host: string; isOn: boolean; isKnown: boolean; url: string }
  /** To the administrator of an LMS who registered it. The address is not proved, so it names nothing but the host. */
  'lms-on': { host: string }
  /** To the coordinator of a school: a link to the codes of an order, as cards and as a file, until a day. */
  'code-cards': { product: string; codes: number; url: string; until: string }
  /** To a staff user: something happened at their account that a stranger might have done, on a browser or program. */
  security: {
    event: 'new-device' | 'recovery-code' | 'passkey-added' | 'code-guesses'
    device: string
    at: string
    url: string
  }
  /** To managers: what /setup finds wrong, for an hour and longer. */
  faults: { lines: { name: string; found: string; nextStep: string | null }[]; url: string }
}

/** A message of one kind to a person. Stored as data; its text is rendered when it is sent (message-text.ts). */
export type Mail<K extends keyof Mails> = { [Kind in K]: { kind: Kind; recipient: string } & Mails[Kind] }[K]
export type Message = Mail<keyof Mails>

/** Mail that a person waits for. It is sent before all other mail. */
const URGENT: Message['kind'][] = ['code', 'receipt', 'payment-failed', 'security', 'help-reply', 'code-cards']

export const isUrgent = ({ kind }: Pick<Message, 'kind'>): boolean => URGENT.includes(kind)

export const UNKNOWN_SOURCE = 'Unknown'

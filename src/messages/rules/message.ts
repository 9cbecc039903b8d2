import type { Language } from '#src/core/rules/language.ts'

const PAUSE_SECONDS = 5 * 60
const DAY_SECONDS = 12 * 3600

/**
 * Returns after how many seconds the n-th batch of a daily mailing starts. Batches are spread over the day, since mail
 * providers slow down or block a sender of thousands at once.
 */
export const batchStart = (n: number): number => (n * PAUSE_SECONDS) % DAY_SECONDS

/** Password of a login in Canvas: chosen at sign-up, kept from before, or still to be chosen. */
export type PasswordOf = 'chosen' | 'kept' | 'asked'

/** Canvas login of a person who signed up. `password` is null until the login is created. */
export interface PlatformLogin {
  email: string
  password: PasswordOf | null
}

/** A message to a person. Stored as data; its text is rendered when it is sent (message-text.ts). */
export type Message =
  | Welcome
  | WelcomeBack
  | PlaceReady
  | CourseReady
  | AccessEnds
  | CodeMessage
  | Receipt
  | PaymentFailed
  | RefundMade
  | HelpRequestMessage
  | HelpReplyMessage
  | WaitingMessage
  | LmsRegistered
  | LmsOn
  | CodeCards
  | SecurityNotice
  | FaultsMessage

/** Mail that a person waits for. It is sent before all other mail. */
const URGENT: Message['kind'][] = ['code', 'receipt', 'payment-failed', 'security', 'help-reply', 'code-cards']

export const isUrgent = ({ kind }: Pick<Message, 'kind'>): boolean => URGENT.includes(kind)

interface Addressed {
  recipient: string
  name: string | null
  course: string
  school: string
  /** Only an LMS says that the address is this person's, so the mail says nothing that the LMS chose. */
  isClaimed?: boolean
  /** English if it is absent. */
  language?: Language
}

export interface Welcome extends Addressed {
  kind: 'welcome'
  courseUrl: string | null
  /** True if the Canvas enrollment is still in progress. */
  opensLater?: boolean
  /** ISO 8601. */
  accessEndsAt: string
}

/** Tells a student that they have access again, after an earlier period ended. */
interface WelcomeBack extends Addressed {
  kind: 'welcome-back'
  courseUrl: string | null
  /** ISO 8601. */
  accessEndsAt: string
}

/** A person who signed up is now enrolled in the Canvas course. */
interface PlaceReady extends Addressed {
  kind: 'ready'
  courseUrl: string | null
  login: string
  password: PasswordOf
}

/** To a teacher: the course is activated, or its content was copied. */
interface CourseReady extends Addressed {
  kind: 'course-ready'
  courseUrl: string | null
  /** Source course of the copied content. */
  copiedFrom?: string
}

/** Tells a student that access ends within two weeks. */
interface AccessEnds extends Addressed {
  kind: 'access-ends'
  courseUrl: string | null
  /** ISO 8601. */
  accessEndsAt: string
}

/**
 * Code that verifies an email address. Stored sealed, deleted once sent. It has no name and no course: anyone may have
 * typed the address, and their words must not reach its owner.
 */
interface CodeMessage {
  kind: 'code'
  recipient: string
  sealedCode: string
  /** English if it is absent. */
  language?: Language
  /** True if the page asks for a pin number, not for a code. */
  isPin?: boolean
}

/** Receipt. Amounts are formatted already, because only the card provider knows the currency's format. */
interface Receipt extends Addressed {
  kind: 'receipt'
  lines: { product: string; amount: string }[]
  total: string
  note?: string
  /** The card provider's payment reference. */
  reference: string
  /** ISO 8601. */
  paidAt: string
}

/** A delayed payment that failed. */
interface PaymentFailed extends Addressed {
  kind: 'payment-failed'
}

/** A refund of a payment, whole or in part, was made. The amount is formatted already. */
interface RefundMade extends Addressed {
  kind: 'refund'
  amount: string
  /** The products that were refunded; none if the refund names none. */
  products?: string[]
  note?: string
  /** The card provider's payment reference, as on the receipt. */
  reference: string
}

/** Help request from a page without chat, sent to support with the facts a chat would get. */
interface HelpRequestMessage {
  kind: 'help'
  recipient: string
  replyTo: string
  text: string
  facts: [name: string, value: string][]
}

/** Reply of staff to a help request, from the support address. */
interface HelpReplyMessage {
  kind: 'help-reply'
  recipient: string
  replyTo: string
  language: Language
  text: string
  question: string
  /** Number of the request. */
  reference: string
}

/** To staff: launched courses that have no product yet. */
interface WaitingMessage {
  kind: 'waiting'
  recipient: string
  name: string | null
  courses: { name: string; school: string; teachers: string[]; students: number }[]
  /** Number of courses not listed. */
  more: number
  /** URL of the page that activates them. */
  url: string
}

/** To staff: an LMS registered itself. */
interface LmsRegistered {
  kind: 'lms-registered'
  recipient: string
  name: string | null
  school: string
  host: string
  /** It was approved in advance. */
  isOn: boolean
  /** Its LMS is known, so staff have to say if it is the same school again. */
  isKnown: boolean
  /** URL of the page with the next step. */
  url: string
}

/** To the administrator of an LMS who registered it. The address is not proved, so it names nothing but the host. */
interface LmsOn {
  kind: 'lms-on'
  recipient: string
  host: string
}

/** To the coordinator of a school: a link to the codes of an order, as cards and as a file. */
interface CodeCards {
  kind: 'code-cards'
  recipient: string
  product: string
  codes: number
  url: string
  /** Last day of the link, ISO 8601. */
  until: string
}

/** To a staff user: something happened at their account that a stranger might have done. */
export interface SecurityNotice {
  kind: 'security'
  recipient: string
  event: 'new-device' | 'recovery-code' | 'passkey-added' | 'code-guesses'
  /** Name of the browser or program. */
  device: string
  /** ISO 8601. */
  at: string
  /** URL of the page that lists passkeys and sessions. */
  url: string
}

/** To managers: what /setup finds wrong, for an hour and longer. */
interface FaultsMessage {
  kind: 'faults'
  recipient: string
  lines: { name: string; found: string; nextStep: string | null }[]
  /** URL of /setup. */
  url: string
}

export const UNKNOWN_SOURCE = 'Unknown'

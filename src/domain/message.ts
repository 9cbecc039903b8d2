import type { PasswordOf } from './platform-login.ts'

/** What we write to people. A message is data here; its words are made when it is sent (message-words.ts). */
export type Message =
  | Welcome
  | PlaceReady
  | CourseReady
  | AccessEnds
  | CodeMessage
  | Receipt
  | PaymentFailed
  | HelpRequestMessage
  | WaitingMessage

interface Addressed {
  recipient: string
  name: string | null
  course: string
  school: string
}

export interface Welcome extends Addressed {
  kind: 'welcome'
  courseUrl: string | null
  /** We bring the person to the learning platform now. */
  opensLater?: boolean
  /** ISO 8601. */
  accessEndsAt: string
}

/** A person who signed up has a place in the course on the learning platform now. */
export interface PlaceReady extends Addressed {
  kind: 'ready'
  courseUrl: string | null
  login: string
  password: PasswordOf
}

/** To a teacher: students can enter the course now, or what was copied into it is there. */
export interface CourseReady extends Addressed {
  kind: 'course-ready'
  courseUrl: string | null
  /** The course that its content was copied from. */
  copiedFrom?: string
}

/** The time in a course ends within two weeks. */
export interface AccessEnds extends Addressed {
  kind: 'access-ends'
  courseUrl: string | null
  /** ISO 8601. */
  accessEndsAt: string
}

/** The code that proves an address. It waits sealed, and is forgotten once it is sent. */
export interface CodeMessage extends Addressed {
  kind: 'code'
  sealedCode: string
}

/** What was paid. Amounts come as they are to be shown, since only the card provider knows the currency's ways. */
export interface Receipt extends Addressed {
  kind: 'receipt'
  lines: { product: string; amount: string }[]
  total: string
  note?: string
  /** What the card provider calls the payment. */
  reference: string
  /** ISO 8601. */
  paidAt: string
}

/** A payment that takes its time did not come in after all. */
export interface PaymentFailed extends Addressed {
  kind: 'payment-failed'
}

/** A person asked for help on a page without a chat: to us, with all that a chat would have told. */
export interface HelpRequestMessage {
  kind: 'help'
  recipient: string
  replyTo: string
  text: string
  facts: [name: string, value: string][]
}

/** To a colleague: courses were launched that have no product yet. */
export interface WaitingMessage {
  kind: 'waiting'
  recipient: string
  name: string | null
  courses: { name: string; school: string; teachers: string[]; students: number }[]
  /** How many there are beside these. */
  more: number
  /** The page that activates them. */
  url: string
}

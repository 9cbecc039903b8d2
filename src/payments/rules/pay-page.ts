import type { UnchangedReason } from '#src/access/rules/access-code.ts'
import type { Coverage } from '#src/access/rules/coverage.ts'
import { type Entitlement, hasAccess, type PayStep } from '#src/access/rules/entitlement.ts'
import { longDate } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/language.ts'
import { accessEnd } from '#src/courses/rules/course.ts'
import type { CardOffer } from './checkout.ts'

/** The payment page that is open: /lti/pay inside an LMS, /pay for a teacher's link. Some texts differ. */
export type PayPageKind = 'lti' | 'pay'

/** Returns the payment page that belongs to a person, by how they enrolled. */
export const pageKindFor = ({ createdVia }: Pick<Entitlement, 'createdVia'>): PayPageKind =>
  createdVia === 'sign_up' ? 'pay' : 'lti'

/** An error message and its position. */
export interface PayProblem {
  at: 'agreed' | 'code' | 'receipt' | 'page'
  text: string
  /** The answer to an access code. */
  outcome?: string
}

/** Card payment as the page shows it. */
export interface CardPanel extends Omit<CardOffer, 'hint' | 'earlier'> {
  /** Reason why card payment is unavailable, or a hint. */
  hint: string | null
}

/** Dates of a course for a person who is in it, in their language. */
export interface StudentDates {
  accessEnds: string
}

/** The course is in a Canvas that is not set up here, or that takes nobody any more. */
export type OpensLater = 'not_set_up' | 'ended'

/** Props of the payment page, for server and browser. Sent as JSON, so kept small. */
export interface PayPage extends StudentDates {
  pageKind: PayPageKind
  /** They came by a join link, not from an LMS. */
  signedUp: boolean
  token: string
  step: PayStep
  agreed: boolean
  course: string
  /** Products of the course and their coverage. */
  needs: Coverage[]
  accepts: { code: boolean; card: boolean }
  /** A school for children, who get simpler words. */
  isK12: boolean
  /** Label of the code-or-card step; null if there is none. */
  asks: string | null
  /** Reason why no one can enter this course now; hides all buttons. */
  closed: string | null
  /** Course id to quote to a teacher or support. */
  contextId: string
  /** Card payment; null if not available to this person. */
  card: CardPanel | null
  /** Canvas address of the course. */
  courseUrl: string | null
  lmsUrl: string | null
  /** Instructions to log in to Canvas; null after an LTI launch. */
  login: string | null
  /** Reason that the course opens only later, or not at all; null if it is open. */
  opensLater: OpensLater | null
  /** Date when access expired (MM/DD/YY); code and card are offered again (docs/rules/access.md). */
  ended: string | null
  typed: string
  /** Email for the receipt as typed, if the page asks for one. */
  receiptEmail: string
  problem: PayProblem | null
  /** Help after the sentence that names the chat button, where there is no chat. */
  noChat?: string
  /** Hint after a step. */
  note: string | null
  /** Shown while a payment is not confirmed; null if there is none. */
  confirming: { title: string; text: string } | null
}

/** Returns the dates of the course. Before access starts, it ends as if it started now. */
export const studentDates = (person: Entitlement, now: Date, timezone: string, language: Language): StudentDates => {
  const ends = (hasAccess(person) && person.accessEndsAt) || accessEnd(person.course, person.school, now).at
  return { accessEnds: longDate(ends, timezone, language) }
}

/** Names of the notes in the address of the code step. */
export const codeNotes: Record<UnchangedReason, string> = { already_counted: 'counted', already_covered: 'covered' }

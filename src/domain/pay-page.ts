import { type CodeStatus, codeMessages } from './access-code.ts'
import { shortDate } from './business-day.ts'
import { notSetUp } from './checkout.ts'
import { courseGate, courseName, courseUrl } from './course.ts'
import {
  accessEnd,
  type Coverage,
  coverage,
  type Entitlement,
  endedAt,
  hasAgreed,
  isIn,
  type PayStep,
  payStep,
} from './entitlement.ts'

/** A sentence in red, and where it stands. */
export interface PayProblem {
  at: 'agreed' | 'code' | 'page'
  text: string
}

/** All that the payment page draws, the same on the server and in the browser; it travels as JSON, so it stays small. */
export interface PayPage {
  token: string
  step: PayStep
  agreed: boolean
  course: string
  /** The products of the course, and the code that covers each. */
  needs: Coverage[]
  accepts: { code: boolean; card: boolean }
  /** Why nobody can enter this course now; then there is nothing to press. */
  closed: string | null
  /** What to name when asking a teacher or support. */
  contextId: string
  cardNote: string | null
  /** Where the course is on the learning platform, and until when (MM/DD/YY): shown once the person is in. */
  courseUrl: string | null
  accessEnds: string
  /** When the last period ended (MM/DD/YY): code and card are offered again (rules.md D4). */
  ended: string | null
  typed: string
  problem: PayProblem | null
  /** Something good to know after a step. */
  note: string | null
}

export const payPage = (
  entitlement: Entitlement,
  { step, terms, timezone, now }: { step: string | undefined; terms: string; timezone: string; now: Date },
): PayPage => {
  const { course, school } = entitlement
  const ended = endedAt(entitlement)
  return {
    token: entitlement.token,
    step: payStep(entitlement, step, terms, now),
    agreed: hasAgreed(entitlement, terms),
    course: courseName(course),
    needs: coverage(entitlement),
    accepts: { code: school.acceptsAccessCode, card: school.acceptsPayment },
    closed: isIn(entitlement) ? null : (courseGate(course, now, ended !== null)?.message ?? null),
    contextId: course.contextId,
    cardNote: school.acceptsPayment ? notSetUp(school) : null,
    courseUrl: courseUrl(course),
    accessEnds: shortDate((isIn(entitlement) && entitlement.accessEndsAt) || accessEnd(course, now), timezone),
    ended: ended && shortDate(ended, timezone),
    typed: '',
    problem: null,
    note: null,
  }
}

/** The answer of POST /api/lti/verify_coupon_code as the page reads it. */
export interface CodeReply {
  status: CodeStatus
  message: string
  needs: Coverage[]
}

/** What a page becomes when its code was answered (spec §4, Student payment page). */
export const afterReply = (page: PayPage, reply: CodeReply): PayPage => {
  const counted = { ...page, needs: reply.needs, note: null, problem: null }
  switch (reply.status) {
    case 'PROCESSED':
      return { ...counted, step: 'thank_you', typed: '' }
    case 'OK':
      return { ...counted, typed: '', note: reply.message === codeMessages.alreadyCovered ? reply.message : null }
    case 'MAX':
    case 'MAX_SAME_EMAIL':
    case 'MAX_OTHER_EMAIL':
      return { ...counted, problem: { at: 'code', text: reply.message } }
    default:
      return reply.status satisfies never
  }
}

import { type CodeStatus, codeMessages } from './access-code.ts'
import { shortDate } from './business-day.ts'
import type { CardOffer } from './checkout.ts'
import { asksFor, courseGate, courseName, courseUrl, lmsUrl } from './course.ts'
import { type Coverage, coverage } from './coverage.ts'
import { accessEnd, type Entitlement, endedAt, hasAgreed, isIn, type PayStep, payStep } from './entitlement.ts'
import { loginSentence, type PlatformLogin } from './platform-login.ts'

/** Whoever has just got in reads it, by whichever door. */
export const thankYou = 'Thank you. You are in!'

/** A sentence in red, and where it stands. */
export interface PayProblem {
  at: 'agreed' | 'code' | 'receipt' | 'page'
  text: string
}

/** /lti/pay inside an LMS, or /pay for who came by a teacher's link: their addresses and some words differ (spec §2, §8). */
export type PayRoute = 'lti' | 'pay'

/** All that the payment page draws, the same on the server and in the browser; it travels as JSON, so it stays small. */
export interface PayPage {
  door: PayRoute
  token: string
  step: PayStep
  agreed: boolean
  course: string
  /** The products of the course, and the code that covers each. */
  needs: Coverage[]
  accepts: { code: boolean; card: boolean }
  /** The name of the step between agreeing and being in; null: there is none. */
  asks: string | null
  /** Why nobody can enter this course now; then there is nothing to press. */
  closed: string | null
  /** What to name when asking a teacher or support. */
  contextId: string
  /** Paying by card; null where this person cannot. */
  card: CardOffer | null
  /** Where the course is on the learning platform, and until when (MM/DD/YY): shown once the person is in. */
  courseUrl: string | null
  lmsUrl: string | null
  accessEnds: string
  /** How one logs in over there; null: who came by an LMS is there already. `kept`: an older login keeps its password. */
  login: { text: string; kept: boolean } | null
  /** When the last period ended (MM/DD/YY): code and card are offered again (rules.md D4). */
  ended: string | null
  typed: string
  /** As typed, where the page asks for it. */
  receiptEmail: string
  problem: PayProblem | null
  /** Something good to know after a step. */
  note: string | null
}

/** What is looked at of an enrollment, and from where. */
export interface PayView {
  door?: PayRoute
  /** What the address asks for. */
  step: string | undefined
  terms: string
  timezone: string
  now: Date
  card?: CardOffer | null
  login?: PlatformLogin | null
}

/**
 * Who opens the pay page of a teacher's link and is in already is told so; who comes from their code, or into a course
 * that asks for nothing, is thanked (spec §4, Pay flow with sign-up).
 */
const stepOf = (entitlement: Entitlement, { door, step, terms, now }: PayView): PayStep => {
  const at = payStep(entitlement, step, terms, now)
  const again = door === 'pay' && step !== 'thank_you' && entitlement.source !== 'free'
  return at === 'thank_you' && again ? 'already_enrolled' : at
}

export const payPage = (entitlement: Entitlement, view: PayView): PayPage => {
  const { door = 'lti', terms, timezone, now, card = null, login = null } = view
  const { course, school } = entitlement
  const ended = endedAt(entitlement)
  return {
    door,
    token: entitlement.token,
    step: stepOf(entitlement, view),
    agreed: hasAgreed(entitlement, terms),
    course: courseName(course),
    needs: coverage(entitlement),
    accepts: { code: school.acceptsAccessCode, card: school.acceptsPayment },
    asks: asksFor(course, school),
    closed: isIn(entitlement) ? null : (courseGate(course, now, ended !== null)?.message ?? null),
    contextId: course.contextId,
    card,
    courseUrl: courseUrl(course),
    lmsUrl: lmsUrl(course),
    accessEnds: shortDate((isIn(entitlement) && entitlement.accessEndsAt) || accessEnd(course, now), timezone),
    login: login && { text: loginSentence(login), kept: login.password === 'kept' },
    ended: ended && shortDate(ended, timezone),
    typed: '',
    receiptEmail: '',
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

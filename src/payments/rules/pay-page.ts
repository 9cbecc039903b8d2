import type { UnchangedReason } from '#src/access/rules/access-code.ts'
import { type Coverage, coverage } from '#src/access/rules/coverage.ts'
import {
  type Entitlement,
  endedAt,
  hasAccess,
  hasAgreed,
  maskOpenCodes,
  type PayStep,
  payStep,
} from '#src/access/rules/entitlement.ts'
import { longDate, shortDate } from '#src/core/rules/business-day.ts'
import { accessEnd } from '#src/courses/rules/access-end.ts'
import { asksFor, courseGate, courseName, courseUrl, lmsUrl } from '#src/courses/rules/course.ts'
import { loginSentence, type PlatformLogin } from '#src/messages/rules/message.ts'
import type { HelpSlot } from '#src/messages/rules/signed-help.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import type { Language, Texts } from '#src/texts/languages.ts'
import { type CardOffer, isNoProvider } from './checkout.ts'

/** The payment page that is open: /lti/pay inside an LMS, /pay for a teacher's link. Some texts differ. */
export type PayPageKind = 'lti' | 'pay'

/** Returns the payment page that belongs to a person, by how they enrolled. */
export const pageKindFor = ({ createdVia }: Pick<Entitlement, 'createdVia'>): PayPageKind =>
  createdVia === 'sign_up' ? 'pay' : 'lti'

/** An error message and its position. */
export interface PayProblem {
  at: 'agreed' | 'code' | 'receipt' | 'page'
  text: string
  /** Slot of its signed help. */
  slot?: HelpSlot
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

/** Props of the payment page, for server and browser. Sent as JSON, so kept small. */
export interface PayPage extends StudentDates {
  pageKind: PayPageKind
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
  /** Instructions to log in to Canvas; null after an LTI launch. `kept`: an existing login keeps its password. */
  login: { text: string; kept: boolean } | null
  /** The course is in a Canvas that is not set up here, so it opens only later. */
  opensLater: boolean
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

/** Input for building the page. */
interface PayView {
  pageKind?: PayPageKind
  language?: Language
  /** Step requested by the address. */
  step: string | undefined
  /** Note requested by the address, after the previous step. */
  note?: string | undefined
  terms: string
  timezone: string
  now: Date
  card?: CardOffer | null
  login?: PlatformLogin | null
  opensLater?: boolean
}

/**
 * Returns the step. On /pay, a person who already has access sees `already_enrolled`, unless they just finished or the
 * course is free.
 */
const stepOf = (entitlement: Entitlement, { pageKind, step, terms, now }: PayView): PayStep => {
  const at = payStep(entitlement, step, terms, now)
  const again = pageKind === 'pay' && step !== 'thank_you' && entitlement.source !== 'free'
  return at === 'thank_you' && again ? 'already_enrolled' : at
}

export const payPage = (entitlement: Entitlement, view: PayView): PayPage => {
  const {
    pageKind = 'lti',
    language = 'en',
    terms,
    timezone,
    now,
    card = null,
    login = null,
    opensLater = false,
  } = view
  const texts = textsIn(language)
  const { course } = entitlement
  const acceptsPayment = entitlement.school.acceptsPayment && !isNoProvider(card?.hint ?? null)
  const school = { ...entitlement.school, acceptsPayment }
  const ended = endedAt(entitlement)
  const step = stepOf(entitlement, view)
  const gate = hasAccess(entitlement) ? null : courseGate(course, now, ended !== null)
  const asks = asksFor(course, school)
  return {
    pageKind,
    token: entitlement.token,
    step,
    agreed: hasAgreed(entitlement, terms),
    course: courseName(course, texts.sentences.yourCourse),
    needs: coverage(maskOpenCodes(entitlement)),
    accepts: { code: school.acceptsAccessCode, card: school.acceptsPayment },
    isK12: school.isK12,
    asks: asks && texts.sentences.asks[asks],
    closed: gate && texts.reasons[gate],
    contextId: course.contextId,
    card: card && panelOf(card, texts),
    courseUrl: courseUrl(course),
    lmsUrl: lmsUrl(course),
    ...studentDates(entitlement, now, timezone, language),
    login: login && { text: loginSentence(login, language), kept: login.password === 'kept' },
    opensLater,
    ended: ended && (language === 'en' ? shortDate(ended, timezone) : longDate(ended, timezone, language)),
    typed: '',
    receiptEmail: '',
    problem: null,
    note: step === 'coupons' ? codeNoteOf(view.note, texts) : earlierPaymentNote(view, texts),
    confirming: hasAccess(entitlement) ? null : confirmingOf(card, texts),
  }
}

/** Returns the dates of the course. Before access starts, it ends as if it started now. */
export const studentDates = (person: Entitlement, now: Date, timezone: string, language: Language): StudentDates => {
  const ends = (hasAccess(person) && person.accessEndsAt) || accessEnd(person.course, person.school, now).at
  return { accessEnds: longDate(ends, timezone, language) }
}

const panelOf = ({ hint, earlier: _, ...card }: CardOffer, { reasons }: Texts): CardPanel => ({
  ...card,
  hint: hint && reasons[hint],
})

/** Names of the notes in the address of the code step. */
export const codeNotes: Record<UnchangedReason, string> = { already_counted: 'counted', already_covered: 'covered' }

const codeNoteOf = (note: string | undefined, { pay }: Texts): string | null => {
  if (note === codeNotes.already_counted) return pay.already_counted
  return note === codeNotes.already_covered ? pay.already_covered : null
}

/** `unknown`: the provider does not answer, so the person may have paid or not. */
const confirmingOf = (card: CardOffer | null, { success, sentences }: Texts) => {
  if (card?.earlier === 'pending') return success.confirming
  return card?.earlier === 'unknown' ? { title: success.confirming.title, text: sentences.unknownPayment } : null
}

/** Returns the note about an earlier payment, or about a checkout that the person just cancelled. */
const earlierPaymentNote = ({ card, note }: PayView, { reasons }: Texts): string | null => {
  const earlier = card?.earlier
  if (earlier === 'pending' || earlier === 'unknown') return null
  if (earlier) return reasons[earlier]
  return note === 'cancelled' ? reasons.cancelled : null
}

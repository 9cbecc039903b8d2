import { coverage } from '#src/access/rules/coverage.ts'
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
import type { Language } from '#src/core/rules/language.ts'
import { asksFor, courseGate, courseName, courseUrl, lmsUrl } from '#src/courses/rules/course.ts'
import type { PlatformLogin } from '#src/messages/rules/message.ts'
import { loginSentence } from '#src/messages/texts/message.ts'
import { type Texts, textsIn } from '#src/texts/catalogues.ts'
import { type CardOffer, isNoProvider } from '../rules/checkout.ts'
import {
  type CardPanel,
  codeNotes,
  type OpensLater,
  type PayPage,
  type PayPageKind,
  pageKindFor,
  studentDates,
} from '../rules/pay-page.ts'

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
  opensLater?: OpensLater | null
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
  const { pageKind = 'lti', language = 'en', terms, timezone, now, card = null, login = null, opensLater = null } = view
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
    signedUp: pageKindFor(entitlement) === 'pay',
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
    login: login && loginSentence(login, language),
    opensLater,
    ended: ended && (language === 'en' ? shortDate(ended, timezone) : longDate(ended, timezone, language)),
    typed: '',
    receiptEmail: '',
    problem: null,
    note: step === 'coupons' ? codeNoteOf(view.note, texts) : earlierPaymentNote(view, texts),
    confirming: hasAccess(entitlement) ? null : confirmingOf(card, texts),
  }
}

const panelOf = ({ hint, earlier: _, ...card }: CardOffer, { reasons }: Texts): CardPanel => ({
  ...card,
  hint: hint && reasons[hint],
})

/** Says what is wrong with a code that changes nothing, and what to enter next. */
const codeNoteOf = (note: string | undefined, { pay, sentences }: Texts): string | null => {
  if (note === codeNotes.already_counted) return `${pay.already_counted} ${sentences.otherBook}`
  return note === codeNotes.already_covered ? `${pay.already_covered} ${sentences.otherBook}` : null
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

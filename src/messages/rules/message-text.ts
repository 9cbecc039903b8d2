import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { Texts } from '#src/core/rules/languages/texts.ts'
import type { MailSlot } from '#src/signed-help/rules/help-slots.ts'
import type { MailContent, Part } from './mail-body.ts'
import { type Message, UNKNOWN_SOURCE } from './message.ts'
import { renderStaffMail } from './staff-mail-text.ts'

/** Values known only when the mail is sent. */
export interface Shown {
  /** Formats an ISO date for people, like May 22, 2027. */
  date(iso: string, language: Language): string
  supportEmail: string
  /** Decrypts a sealed value. */
  open(sealed: string): string
  /** Returns the address of the clip in which somebody signs the mail; null without one. */
  signedAt(slot: MailSlot, language: Language): string | null
}

const text = (text: string): Part => ({ is: 'text', text })

type StaffMessage = Extract<Message, { kind: 'help' | 'waiting' | 'security' }>
type PersonalMessage = Exclude<Message, StaffMessage>

const isToStaff = (message: Message): message is StaffMessage =>
  message.kind === 'help' || message.kind === 'waiting' || message.kind === 'security'

/** Renders a message as mail, in its language. Mail to staff is in English. */
export const renderMail = (message: Message, shown: Shown): MailContent => {
  if (isToStaff(message)) return { language: 'en', ...renderStaffMail(message, shown) }
  const { language = 'en' } = message
  const { subject, parts } = renderPersonalMail(message, shown, language)
  const signed = link(textsIn(language).mails.watch, shown.signedAt(slotOf(message), language))
  return { language, subject, parts: [...parts, ...signed] }
}

/** Returns the slot of the clip in which somebody signs a mail; null for mail to staff. */
export const mailSlot = (message: Message): MailSlot | null => (isToStaff(message) ? null : slotOf(message))

const slotOf = ({ kind }: PersonalMessage): MailSlot => `mail-${kind}`

const renderPersonalMail = (
  message: PersonalMessage,
  shown: Shown,
  language: Language,
): Omit<MailContent, 'language'> => {
  const { mails, sentences } = textsIn(language)
  const date = (iso: string) => shown.date(iso, language)
  const { kind } = message
  if (kind === 'code') {
    const words = message.isPin ? mails.pin : mails.code
    return { subject: words.subject, parts: [text(words.type), { is: 'code', code: shown.open(message.sealedCode) }] }
  }
  const { course, school, name } = message
  const hello = text(name ? mails.hello(name) : mails.helloAll)
  const questions = text(mails.questions(shown.supportEmail))
  switch (kind) {
    case 'welcome':
      return {
        subject: mails.welcome.subject(course),
        parts: [
          hello,
          text(`${mails.welcome.complete(course, school)} ${mails.until(date(message.accessEndsAt))}`),
          ...(message.courseUrl ? link(mails.open, message.courseUrl) : [text(mails.useLink)]),
          ...(message.opensLater ? [text(mails.welcome.opensLater)] : []),
          questions,
        ],
      }
    case 'welcome-back':
      return {
        subject: mails.welcomeBack.subject(course),
        parts: [
          hello,
          text(`${mails.welcomeBack.again(course, school)} ${mails.until(date(message.accessEndsAt))}`),
          ...(message.courseUrl ? link(mails.open, message.courseUrl) : [text(mails.useLink)]),
          questions,
        ],
      }
    case 'ready':
      return {
        subject: mails.ready.subject(course),
        parts: [
          hello,
          text(mails.ready.now(course, school)),
          ...link(mails.open, message.courseUrl),
          text(`${mails.ready.logIn(message.login)} ${sentences.login[message.password]}`),
          questions,
        ],
      }
    case 'course-ready': {
      const words = mails.courseReady
      return {
        subject: words.subject(course),
        parts: [
          hello,
          text(
            message.copiedFrom === undefined
              ? words.activated(course, school)
              : words.copied(copied(message.copiedFrom, words), course, school),
          ),
          ...link(words.open, message.courseUrl),
          text(words.questions(shown.supportEmail)),
        ],
      }
    }
    case 'access-ends': {
      const end = date(message.accessEndsAt)
      return {
        subject: mails.accessEnds.subject(course, end),
        parts: [
          hello,
          text(mails.accessEnds.ends(course, school, end)),
          ...link(mails.open, message.courseUrl),
          text(mails.accessEnds.after),
          questions,
        ],
      }
    }
    case 'receipt':
      return {
        subject: mails.receipt.subject(course),
        parts: [
          hello,
          text(mails.receipt.thanks(course, school)),
          {
            is: 'table',
            rows: [
              ...message.lines.map((l): [string, string] => [l.product, l.amount]),
              [mails.receipt.total, message.total],
              [mails.receipt.paidOn, date(message.paidAt)],
              [mails.reference, message.reference],
            ],
          },
          ...note(message),
          questions,
        ],
      }
    case 'payment-failed':
      return {
        subject: mails.paymentFailed.subject(course),
        parts: [hello, text(mails.paymentFailed.notDone(course, school)), text(mails.paymentFailed.retry), questions],
      }
    case 'refund':
      return {
        subject: mails.refund.subject(course),
        parts: [
          hello,
          text(mails.refund.onItsWay(message.amount, course, school)),
          text(mails.refund.tenDays),
          {
            is: 'table',
            rows: [
              [mails.refund.amount, message.amount],
              [mails.reference, message.reference],
            ],
          },
          ...note(message),
          questions,
        ],
      }
    default:
      return message satisfies never
  }
}

const link = (label: string, url: string | null): Part[] => (url ? [{ is: 'link', label, url }] : [])

const note = (message: { note?: string }): Part[] => (message.note ? [text(message.note)] : [])

const copied = (source: string, words: Texts['mails']['courseReady']): string =>
  source === UNKNOWN_SOURCE ? words.unknownContent : words.contentOf(source)

import sentences from '#src/core/rules/languages/en/sentences.ts'
import type { MailContent, Part } from './mail-body.ts'
import { type Message, type SecurityNotice, UNKNOWN_SOURCE } from './message.ts'

/** Values known only when the mail is sent. */
export interface Shown {
  /** Formats an ISO date for people, like May 22, 2027. */
  date(iso: string): string
  supportEmail: string
  /** Decrypts a sealed value. */
  open(sealed: string): string
}

const text = (text: string): Part => ({ is: 'text', text })
const hello = ({ name }: { name: string | null }) => text(name ? `Hello ${name},` : 'Hello,')
const questions = ({ supportEmail }: Shown) => text(`Questions? Write to ${supportEmail}.`)

const link = (url: string | null): Part[] => (url ? [{ is: 'link', label: 'Open your course', url }] : [])

const copied = (source: string): string =>
  source === UNKNOWN_SOURCE ? 'The copied content' : `The content of ${source}`

const SECURITY: Record<SecurityNotice['event'], { subject: string; what: string }> = {
  'new-device': { subject: 'New login to Signbook', what: 'A new device logged in to your account.' },
  'recovery-code': {
    subject: 'A recovery code was used',
    what: 'Somebody logged in to your account with a recovery code.',
  },
  'passkey-added': { subject: 'A passkey was added', what: 'Your account has a new passkey.' },
}

/** Renders a message as mail. */
export const renderMail = (message: Message, shown: Shown): MailContent => {
  switch (message.kind) {
    case 'welcome':
      return {
        subject: `You are in: ${message.course}`,
        parts: [
          hello(message),
          text(
            `Your enrollment in ${message.course} at ${message.school} is complete. You can use it until ${shown.date(message.accessEndsAt)}.`,
          ),
          ...(message.courseUrl ? link(message.courseUrl) : [text('To open it, use the link in your course.')]),
          ...(message.opensLater ? [text('We will email you again when the course opens for you.')] : []),
          questions(shown),
        ],
      }
    case 'welcome-back':
      return {
        subject: `Welcome back: ${message.course}`,
        parts: [
          hello(message),
          text(
            `You have access to ${message.course} at ${message.school} again. You can use it until ${shown.date(message.accessEndsAt)}.`,
          ),
          ...(message.courseUrl ? link(message.courseUrl) : [text('To open it, use the link in your course.')]),
          questions(shown),
        ],
      }
    case 'ready':
      return {
        subject: `Your course is ready: ${message.course}`,
        parts: [
          hello(message),
          text(`You can open ${message.course} at ${message.school} now.`),
          ...link(message.courseUrl),
          text(`Log in as ${message.login}. ${sentences.login[message.password]}`),
          questions(shown),
        ],
      }
    case 'course-ready':
      return {
        subject: `Your course is ready: ${message.course}`,
        parts: [
          hello(message),
          text(
            message.copiedFrom === undefined
              ? `${message.course} at ${message.school} is ready. Your students can open it from the link in the course.`
              : `${copied(message.copiedFrom)} is now in ${message.course} at ${message.school}. You can start teaching.`,
          ),
          ...link(message.courseUrl),
          questions(shown),
        ],
      }
    case 'access-ends':
      return {
        subject: `Your access ends on ${shown.date(message.accessEndsAt)}: ${message.course}`,
        parts: [
          hello(message),
          text(`Your access to ${message.course} at ${message.school} ends on ${shown.date(message.accessEndsAt)}.`),
          ...link(message.courseUrl),
          text('To use the course after that, enter a new access code or pay again.'),
          questions(shown),
        ],
      }
    case 'code':
      return {
        subject: 'Your sign-up code',
        parts: [
          text('Type this code on the page where you signed up, or ignore this email if you did not sign up:'),
          { is: 'code', code: shown.open(message.sealedCode) },
        ],
      }
    case 'receipt':
      return {
        subject: `Your receipt: ${message.course}`,
        parts: [
          hello(message),
          text(`Thank you. We received your payment for ${message.course} at ${message.school}.`),
          {
            is: 'table',
            rows: [
              ...message.lines.map((l): [string, string] => [l.product, l.amount]),
              ['Total', message.total],
              ['Paid on', shown.date(message.paidAt)],
              ['Reference', message.reference],
            ],
          },
          ...(message.note ? [text(message.note)] : []),
          questions(shown),
        ],
      }
    case 'payment-failed':
      return {
        subject: `Your payment did not go through: ${message.course}`,
        parts: [
          hello(message),
          text(
            `Your bank did not complete the payment for ${message.course} at ${message.school}. Nothing was charged. You cannot use the course yet.`,
          ),
          text('To try again, open the link to your course.'),
          questions(shown),
        ],
      }
    case 'refund':
      return {
        subject: `Your refund: ${message.course}`,
        parts: [
          hello(message),
          text(`A refund of ${message.amount} for ${message.course} at ${message.school} is on its way.`),
          text('Your bank may need up to ten days to show it.'),
          {
            is: 'table',
            rows: [
              ['Refund', message.amount],
              ['Reference', message.reference],
            ],
          },
          ...(message.note ? [text(message.note)] : []),
          questions(shown),
        ],
      }
    case 'help':
      return {
        subject: 'Someone needs help',
        parts: [text(message.text), { is: 'table', rows: [['Reply to', message.replyTo], ...message.facts] }],
      }
    case 'waiting': {
      const all = message.courses.length + message.more
      return {
        subject: all === 1 ? 'A course needs a product' : `${all} courses need a product`,
        parts: [
          hello(message),
          text('People opened these courses from their LMS. No one can use them until you choose a product:'),
          {
            is: 'table',
            rows: message.courses.map(c => [
              c.name,
              [
                c.school,
                c.teachers.join(', '),
                c.students === 1 ? '1 student waiting' : `${c.students} students waiting`,
              ]
                .filter(Boolean)
                .join(' · '),
            ]),
          },
          ...(message.more > 0 ? [text(`And ${message.more} more.`)] : []),
          { is: 'link', label: 'Activate courses', url: message.url },
        ],
      }
    }
    case 'security':
      return {
        subject: SECURITY[message.event].subject,
        parts: [
          text(`${SECURITY[message.event].what} Device: ${message.device}. Date: ${shown.date(message.at)}.`),
          text('If this was you, there is nothing to do. If not, log out that device and remove what you do not know:'),
          { is: 'link', label: 'Your account', url: message.url },
          questions(shown),
        ],
      }
    default:
      return message satisfies never
  }
}

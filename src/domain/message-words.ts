import type { MailContent, Part } from './letter.ts'
import type { Message } from './message.ts'
import { UNKNOWN_SOURCE } from './migration-progress.ts'
import { passwordSentences } from './platform-login.ts'

/** Values known only when the mail is sent. */
export interface Shown {
  /** Formats an ISO date as MM/DD/YY. */
  date(iso: string): string
  supportEmail: string
  /** Decrypts a sealed value. */
  open(sealed: string): string
}

const text = (text: string): Part => ({ is: 'text', text })
const hello = ({ name }: { name: string | null }) => text(name ? `Hello ${name},` : 'Hello,')
const questions = ({ supportEmail }: Shown) => text(`Questions? Write to ${supportEmail}.`)

const link = (url: string | null): Part[] => (url ? [{ is: 'link', label: 'Open your course', url }] : [])

const copied = (source: string): string => (source === UNKNOWN_SOURCE ? 'What was copied' : `The content of ${source}`)

/** Shown after email verification if the person already has a login. */
export const keptLoginMessage = (host: string): string =>
  `You already have a login at ${host}. We did not change its password: use the one you have.`

/** Renders a message as mail. */
export const renderMail = (message: Message, shown: Shown): MailContent => {
  switch (message.kind) {
    case 'welcome':
      return {
        subject: `You are in: ${message.course}`,
        parts: [
          hello(message),
          text(
            `Your enrollment in ${message.course} at ${message.school} is complete. It is open to you until ${shown.date(message.accessEndsAt)}.`,
          ),
          ...(message.courseUrl ? link(message.courseUrl) : [text('Open it from the link in your course.')]),
          ...(message.opensLater ? [text('It may take a few minutes until the course opens for you.')] : []),
          questions(shown),
        ],
      }
    case 'ready':
      return {
        subject: `Your course is ready: ${message.course}`,
        parts: [
          hello(message),
          text(`${message.course} at ${message.school} is open to you now.`),
          ...link(message.courseUrl),
          text(`Log in as ${message.login}. ${passwordSentences[message.password]}`),
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
              ? `${message.course} at ${message.school} is set up. Your students can enter it now, from the link in the course.`
              : `${copied(message.copiedFrom)} is in ${message.course} at ${message.school} now. It is ready to teach from.`,
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
          text('After that day a new access code or a payment opens the course again.'),
          questions(shown),
        ],
      }
    case 'code':
      return {
        subject: `Your code for ${message.course}`,
        parts: [
          hello(message),
          text(
            `This code shows that the address is yours. Type it on the page where you signed up for ${message.course}:`,
          ),
          { is: 'code', code: shown.open(message.sealedCode) },
          text('It works for 10 minutes. If you asked for more than one, only the newest works.'),
          text('You did not sign up? Then you need not do anything.'),
          questions(shown),
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
              ...message.lines.map(l => [l.product, l.amount] as [string, string]),
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
            `Your bank did not send the money for ${message.course} at ${message.school}. Nothing was charged, and the course is not open to you yet.`,
          ),
          text('Open the link to your course again. There you can pay once more, or use another way.'),
          questions(shown),
        ],
      }
    case 'help':
      return {
        subject: 'Someone asks for help',
        parts: [text(message.text), { is: 'table', rows: [['Write to', message.replyTo], ...message.facts] }],
      }
    case 'waiting': {
      const all = message.courses.length + message.more
      return {
        subject: all === 1 ? 'A course waits for its product' : `${all} courses wait for their products`,
        parts: [
          hello(message),
          text('These courses were opened from their LMS, and nobody can enter them before they have a product:'),
          {
            is: 'table',
            rows: message.courses.map(c => [
              c.name,
              [c.school, c.teachers.join(', '), c.students === 1 ? '1 student waits' : `${c.students} students wait`]
                .filter(Boolean)
                .join(' · '),
            ]),
          },
          ...(message.more > 0 ? [text(`And ${message.more} more.`)] : []),
          { is: 'link', label: 'Activate them', url: message.url },
        ],
      }
    }
    default:
      return message satisfies never
  }
}

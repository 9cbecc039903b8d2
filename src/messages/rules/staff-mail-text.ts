import type { MailContent, Part } from './mail-body.ts'
import type { Message, SecurityNotice } from './message.ts'
import type { Shown } from './message-text.ts'

const SECURITY: Record<SecurityNotice['event'], { subject: string; what: string }> = {
  'new-device': { subject: 'New login to Signbook', what: 'A new device logged in to your account.' },
  'recovery-code': {
    subject: 'A recovery code was used',
    what: 'Somebody logged in to your account with a recovery code.',
  },
  'passkey-added': { subject: 'A passkey was added', what: 'Your account has a new passkey.' },
}

const text = (text: string): Part => ({ is: 'text', text })

/** Renders a message to staff or to support. */
export const renderStaffMail = (
  message: Extract<Message, { kind: 'help' | 'waiting' | 'security' }>,
  { date, supportEmail }: Pick<Shown, 'date' | 'supportEmail'>,
): Omit<MailContent, 'language'> => {
  switch (message.kind) {
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
          text(message.name ? `Hello ${message.name},` : 'Hello,'),
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
          text(`${SECURITY[message.event].what} Device: ${message.device}. Date: ${date(message.at, 'en')}.`),
          text('If this was you, there is nothing to do. If not, log out that device and remove what you do not know:'),
          { is: 'link', label: 'Your account', url: message.url },
          text(`Questions? Write to ${supportEmail}.`),
        ],
      }
    default:
      return message satisfies never
  }
}

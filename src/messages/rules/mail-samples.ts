import type { Language } from '#src/core/rules/language.ts'
import type { Mail, Message } from './message.ts'

/** Values of the samples. No real person, course or school. */
const person = { name: 'Ana Ruiz', course: 'ASL 101', school: 'True Hands Academy' }
const AT = '2027-05-22T17:00:00.000Z'
const URL = 'https://canvas.example/courses/101'

/** Returns an example of each mail that the product sends, in a language if it is not for staff, for the page of mail texts and for test mail. */
export const mailSamples = (recipient: string, language: Language): { [K in Message['kind']]: Mail<K> } => {
  const to = { recipient, language, ...person }
  return {
    welcome: { kind: 'welcome', ...to, courseUrl: URL, accessEndsAt: AT },
    'welcome-back': { kind: 'welcome-back', ...to, courseUrl: URL, accessEndsAt: AT },
    ready: { kind: 'ready', ...to, courseUrl: URL, login: 'ana@school.example', password: 'chosen' },
    'course-ready': { kind: 'course-ready', ...to, name: 'Lee Rivera', courseUrl: URL },
    'access-ends': { kind: 'access-ends', ...to, courseUrl: URL, accessEndsAt: AT },
    code: { kind: 'code', recipient, language, sealedCode: '' },
    receipt: {
      ...{ kind: 'receipt', ...to, total: '$49.00', reference: 'a1b2c3d4e5', paidAt: AT },
      lines: [{ product: 'American Sign Language 1', amount: '$49.00' }],
    },
    'payment-failed': { kind: 'payment-failed', ...to },
    refund: {
      ...{ kind: 'refund', ...to, amount: '$49.00', reference: 'a1b2c3d4e5' },
      products: ['American Sign Language 1'],
    },
    help: {
      kind: 'help',
      recipient,
      replyTo: 'ana@school.example',
      text: 'My code is scratched. What can I do?',
      facts: [['Course', person.course]],
    },
    'help-reply': {
      kind: 'help-reply',
      recipient,
      replyTo: recipient,
      language,
      text: language === 'es' ? 'Hola, Ana:\n\nYa tienes acceso.' : 'Hello Ana,\n\nyou have access now.',
      question: 'My code is scratched. What can I do?',
      reference: '1042',
    },
    waiting: {
      kind: 'waiting',
      recipient,
      name: 'Sam',
      courses: [{ name: person.course, school: person.school, teachers: ['Lee Rivera'], students: 12 }],
      more: 0,
      url: 'https://signbook.example/waiting_courses',
    },
    'lms-registered': {
      kind: 'lms-registered',
      recipient,
      name: 'Sam',
      school: person.school,
      host: 'moodle.school.example',
      isOn: false,
      isKnown: true,
      url: 'https://signbook.example/schools_that_move',
    },
    'lms-on': { kind: 'lms-on', recipient, host: 'moodle.school.example' },
    'code-cards': {
      kind: 'code-cards',
      recipient,
      product: 'American Sign Language 1',
      codes: 200,
      url: 'https://signbook.example/cards/12.1798761600.signature',
      until: '2027-01-01T12:00:00Z',
    },
    security: {
      kind: 'security',
      recipient,
      event: 'new-device',
      device: 'Firefox on Windows',
      at: AT,
      url: 'https://signbook.example/account',
    },
    faults: {
      kind: 'faults',
      recipient,
      lines: [
        {
          name: 'Stripe',
          found: 'Stripe does not answer.',
          nextStep: 'Check STRIPE_SECRET_KEY and the firewall, and look at its status page.',
        },
      ],
      url: 'https://signbook.example/setup',
    },
  }
}

/** Other texts of the same kinds of mail, each with an id of its own. */
export const otherSamples = (recipient: string, language: Language): { id: string; message: Message }[] => {
  const { code, security } = mailSamples(recipient, language)
  return [
    { id: 'pin', message: { ...code, isPin: true } },
    { id: 'recovery-code', message: { ...security, event: 'recovery-code' } },
    { id: 'passkey-added', message: { ...security, event: 'passkey-added' } },
  ]
}

/** Mail with a staff user's login code. It is not kept as a message. */
export const LOGIN_CODE = 'login-code'

export const SAMPLE_CODE = '123456'

export const testMailMessages = {
  sent: (email: string) => `Sent to ${email}.`,
} as const

/** Sentences of the reasons not to send a test mail. */
export const testMailRefusals = {
  mail_kind_unknown: { message: 'There is no such mail.' },
  mail_refused: { message: 'The mail server does not accept your address.' },
  mail_away: { message: 'The mail server does not answer. Try again in a minute.' },
} as const
export type TestMailReason = keyof typeof testMailRefusals

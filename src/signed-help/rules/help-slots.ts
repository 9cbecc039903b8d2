import { isKeyOf, keysOf } from '#src/core/rules/guards.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import type { Texts } from '#src/core/rules/languages/texts.ts'

/** Steps of students and of their parents, with the words by which staff know them. */
const steps = {
  home: 'Start page',
  agree: 'Agree, and choose a code or a card',
  code: 'Enter an access code',
  confirming: 'A payment is being confirmed',
  'thank-you': 'Thank you: the course is open',
  'already-in': 'Already enrolled',
  'opens-later': 'In, but the course opens later',
  ended: 'Access has ended',
  'sign-up': 'Sign up by a join link',
  'sign-up-code': 'Enter the emailed code or pin number',
  'one-more-step': 'One more step, where the browser keeps no cookie',
  'not-enrolled': 'Enrollment is not complete',
  observer: 'An observer looks at the course',
  help: 'Ask for help',
  parents: 'Page for parents',
} as const

const errors = {
  'course-closed': 'The course is not set up, or sign-up has ended',
  'code-wrong': 'An access code is not right',
  'code-used': 'An access code has no uses left',
  'code-used-by-you': 'An access code was used for another course of the same person',
  'code-used-by-other': 'An access code was used by somebody else',
  'code-wait': 'Too many wrong access codes',
  'sign-up-code-wrong': 'An emailed code or pin number is not right',
  'sign-up-ended': 'A join link has expired',
  'join-link-closed': 'A join link does not open yet',
  'link-missing': 'A link without a token',
  'link-unknown': 'A link that we do not know',
  'page-expired': 'The teacher page has expired',
  'page-error': 'Uh oh: an error page',
  'payment-part': 'Paid for a part of the course',
  'payment-failed': 'The bank refused a payment',
  'payment-unpaid': 'Nothing was paid',
  'payment-refunded': 'A payment was refunded',
  'payment-flagged': 'A payment that staff check',
} as const

const mails = {
  'mail-welcome': 'Mail: you are in',
  'mail-welcome-back': 'Mail: welcome back',
  'mail-ready': 'Mail: your login is ready',
  'mail-course-ready': 'Mail to a teacher: the course is ready',
  'mail-access-ends': 'Mail: your access ends soon',
  'mail-code': 'Mail: your sign-up code or pin number',
  'mail-receipt': 'Mail: your receipt',
  'mail-payment-failed': 'Mail: your payment did not go through',
  'mail-refund': 'Mail: your refund',
} as const

const named = { ...steps, ...errors, ...mails }

type LaunchSlot = `launch-${keyof Texts['launchRefusals']}`

/** A place that may show a signed clip. */
export type HelpSlot = keyof typeof named | LaunchSlot

export type MailSlot = keyof typeof mails

const { launchRefusals } = textsIn('en')

/** Every slot, with the words by which staff know it. */
export const helpSlots: ReadonlyMap<HelpSlot, string> = new Map<HelpSlot, string>([
  ...keysOf(named).map((slot): [HelpSlot, string] => [slot, named[slot]]),
  ...keysOf(launchRefusals).map((reason): [HelpSlot, string] => [
    `launch-${reason}`,
    `Launch: ${launchRefusals[reason].heading.replace(/^We couldn't open your course: /, '')}`,
  ]),
])

export const isHelpSlot = (given: string): given is HelpSlot =>
  isKeyOf(named, given) || (given.startsWith('launch-') && isKeyOf(launchRefusals, given.slice('launch-'.length)))

import { courseName } from './course.ts'
import { calledName, type Entitlement } from './entitlement.ts'
import { adminMessages } from './staff-messages.ts'

/**
 * One person with several rows, like a student who signed up and then opens the course by LTI: staff say so, and what one
 * row has counts for the other in the same Canvas course (rules.md A11). An email that only an LMS claims says nothing.
 */

export const onePersonMessages = {
  noOther: adminMessages.neither,
  same: 'This is a row of the same person already.',
  alone: 'This person is linked with nobody.',
  changed: 'Something changed while you were reading. Check the effects again.',
  linked: 'These are one person now.',
  alsoThem: 'The same person, under another email',
  inElsewhere: 'the same person is in by',
  parted: 'These are two people again.',
  /** Of one who came by LTI 1.3 and may be known from 1.1 (rules.md D11). */
  moved: 'The same person: in, without paying again.',
  notMoved: 'Not the same person: nothing was changed.',
  decided: 'A colleague has decided this before you.',
} as const

const called = (e: Entitlement): string => `${calledName(e)} (${e.school.name})`
export const inCourse = (e: Entitlement): string => `${called(e)} in ${courseName(e.course)}`
const hasPaid = (e: Entitlement): boolean => e.paid.length > 0 || e.codes.some(c => c.voidedAt === null)

interface Link {
  here: Entitlement
  other: Entitlement
  /** The rows that are in by it. */
  letIn: Entitlement[]
  /** How many payments turn out to be one too many. */
  due: number
}

const oneTooMany = (payments: number): string =>
  payments === 1
    ? '1 payment is one too many, since the same was paid for before: it is flagged under Payments, and a refund is due.'
    : `${payments} payments are too many, since the same was paid for before: they are flagged under Payments, and refunds are due.`

/** What it will do, sentence by sentence, as staff read it before they press the button. */
export const describeLink = ({ here, other, letIn, due }: Link): string[] => [
  `${called(here)} and ${called(other)} become one person: what one of them has counts for the other in the same Canvas course.`,
  ...(here.email === other.email
    ? []
    : [`These are two email addresses: ${here.email ?? 'none'} and ${other.email ?? 'none'}.`]),
  ...letIn.map(e => `${inCourse(e)} is let in, with no code or payment of their own.`),
  ...(letIn.length === 0 ? ['Nobody is let in by it now.'] : []),
  ...(due > 0 ? [oneTooMany(due)] : []),
  hasPaid(here) && hasPaid(other) && due === 0
    ? 'Both have paid or used a code. No money and no code is moved: give one back yourself if it was one too many.'
    : 'No money and no code is moved.',
]

/** The same of the way back. */
export const describeUnlink = (here: Entitlement, others: Entitlement[], takenOut: Entitlement[]): string[] => [
  `${called(here)} is not one person any more with ${[...new Set(others.map(called))].join(' and ')}: what one of them has counts for the other no more.`,
  ...takenOut.map(e => `${inCourse(e)} is taken out: nothing else stands for it.`),
  ...(takenOut.length === 0 ? ['Nobody is taken out by it.'] : []),
]

import { adminMessages } from '#src/core/rules/admin-messages.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import { covers, type Staff } from '#src/core/rules/staff.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { processMessages } from './access-refusals.ts'
import { calledName, type Entitlement, type Source } from './entitlement.ts'

export interface ListedPerson {
  token: string
  personId: number
  name: string | null
  email: string | null
  courseId: number
  course: string
  school: string
  products: string[]
  isIn: boolean
  isTest: boolean
  source: Source | null
  endsAt: Date | null
  createdAt: Date
}

export const peopleSorts = { newest: 'Newest first', oldest: 'Oldest first' } as const

export const peopleStates = { in: 'Has access', waiting: 'No access yet', out: 'Access ended or removed' } as const

/** Returns true if the role covers the school of a row. */
export const coversRow = (by: Pick<Staff, 'schools'>, { schoolId }: Pick<Entitlement, 'schoolId'>): boolean =>
  covers(by, schoolId)

/** Returns a row as staff may see it, without linked rows of schools that they do not cover. Null if it is one itself. */
export const coveredRow = (by: Pick<Staff, 'schools'>, row: Entitlement | null): Entitlement | null =>
  row && coversRow(by, row) ? { ...row, others: row.others.filter(other => coversRow(by, other)) } : null

export const coveredRows = (by: Pick<Staff, 'schools'>, rows: Entitlement[]): Entitlement[] =>
  rows.flatMap(row => coveredRow(by, row) ?? [])

/**
 * Sentences about rows that staff link as one person, for example a student who signed up and later launches by LTI.
 * Coverage of one row then counts for the others in the same Canvas course (docs/rules/access.md).
 */
export const onePersonMessages = {
  linked: 'These records are one person now.',
  parted: 'These are two people again.',
} as const

/** Sentences of the reasons to refuse a link or its removal. */
export const linkRefusals = {
  entitlement_not_found: { message: adminMessages.neither },
  other_not_found: { message: adminMessages.neither, field: 'other' },
  other_ambiguous: { message: 'Several records have this email. Enter the token of one.', field: 'other' },
  already_linked: { message: 'These records are already one person.', field: 'other' },
  not_linked: { message: 'This person has no linked records.' },
  reason_required: { message: processMessages.reason, field: 'reason' },
  effects_changed: {
    message: 'Something changed while you were reading. Check the effects again.',
    field: 'confirmed',
  },
} as const satisfies RefusalTexts

export type LinkReason = keyof typeof linkRefusals

const called = (e: Entitlement): string => `${calledName(e)} (${e.school.name})`
export const inCourse = (e: Entitlement): string => `${called(e)} in ${courseName(e.course)}`
const hasPaid = (e: Entitlement): boolean => e.paid.length > 0 || e.codes.some(c => c.voidedAt === null)

interface Link extends Record<'here' | 'other', Entitlement> {
  /** Rows that get access from the link. */
  givenAccess: Entitlement[]
  /** Number of payments that become duplicates. */
  due: number
}

const oneTooMany = (payments: number): string =>
  payments === 1
    ? '1 payment is a duplicate. We flag it under Payments, and a refund is due.'
    : `${payments} payments are duplicates. We flag them under Payments, and refunds are due.`

/** Describes the effects of a link, one sentence each, for staff to read before they confirm. */
export const describeLink = ({ here, other, givenAccess, due }: Link): string[] => [
  `${called(here)} and ${called(other)} become one person. A code or payment of one counts for the other in the same Canvas course.`,
  ...(here.email === other.email
    ? []
    : [`The two email addresses differ: ${here.email ?? 'none'} and ${other.email ?? 'none'}.`]),
  ...givenAccess.map(e => `${inCourse(e)} gets access without their own code or payment.`),
  ...(givenAccess.length === 0 ? ['No one gets access from this now.'] : []),
  ...(due > 0 ? [oneTooMany(due)] : []),
  hasPaid(here) && hasPaid(other) && due === 0
    ? 'Both have paid or used a code. No payment or code moves. If one is a duplicate, refund or release it.'
    : 'No payment or code moves.',
]

export const describeUnlink = (here: Entitlement, others: Entitlement[], losingAccess: Entitlement[]): string[] => [
  `${called(here)} is no longer one person with ${[...new Set(others.map(called))].join(' and ')}. A code or payment of one no longer counts for the other.`,
  ...losingAccess.map(e => `${inCourse(e)} loses access, because nothing else covers it.`),
  ...(losingAccess.length === 0 ? ['No one loses access.'] : []),
]

import { courseName } from './course.ts'
import { calledName, type Entitlement } from './entitlement.ts'

/** The sentences of spec §8, Admin messages, that belong to no one form. */
export const adminMessages = {
  codeNotFound: 'Access code not found',
  /** Without the dot that students read (spec §8). */
  serverError: 'Internal Server Error',
  neither: 'Enrollment nor Membership not found',
  notFound: 'Not found',
  enrollments: 'Enrollments not found',
  memberships: 'Memberships not found',
  nobody: 'No enrollments and memberships associated with the email found',
  membership: 'Membership not found',
  enrollment: 'Enrollment not found',
  email: 'Enter an email address.',
} as const

/** What Process Enrollment says of itself. */
export const processMessages = {
  processed: 'Processed: this person is in.',
  unprocessed: 'Un-processed: this person is out.',
  rotated:
    'This person has a new link. The old one opens nothing any more; their next launch or sign-up leads to the new one.',
  reason: 'Say why. Your colleagues read it in the history.',
} as const

/** What taking a person out does who paid by card, as staff read it before they press the button. */
export const describeRemoval = (entitlement: Entitlement): string[] => {
  const live = entitlement.codes.filter(c => c.voidedAt === null).length
  return [
    `${calledName(entitlement)} is taken out of ${courseName(entitlement.course)}.`,
    ...(live > 0
      ? [`${live === 1 ? '1 code is' : `${live} codes are`} taken back, and ${live === 1 ? 'stays' : 'stay'} used.`]
      : []),
    'What was paid by card stops to count, and no money goes back. A refund, under Card payments, does both.',
  ]
}

import { courseName } from './course.ts'
import { calledName, type Entitlement } from './entitlement.ts'

/** Staff messages shared by several forms, quoted from the specification. */
export const adminMessages = {
  codeNotFound: 'Access code not found',
  /** Staff pages show this without a full stop, as specified. */
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

/** Messages of Process Enrollment. */
export const processMessages = {
  processed: 'Processed: this person has access.',
  unprocessed: 'Un-processed: this person has no access.',
  rotated: 'This person has a new link. The old link no longer works. Their next launch or sign-up opens the new one.',
  reason: 'Enter a reason. Your colleagues can read it in the history.',
} as const

/** Describes the effects of removing a person who paid by card, for staff to read before they confirm. */
export const describeRemoval = (entitlement: Entitlement): string[] => {
  const live = entitlement.codes.filter(c => c.voidedAt === null).length
  return [
    `${calledName(entitlement)} loses access to ${courseName(entitlement.course)}.`,
    ...(live > 0
      ? [`${live === 1 ? '1 code is' : `${live} codes are`} voided, and ${live === 1 ? 'stays' : 'stay'} used.`]
      : []),
    'The payment no longer gives access. It is not refunded. To refund it too, use Card payments.',
  ]
}

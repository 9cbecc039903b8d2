import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { calledName, type Entitlement } from './entitlement.ts'

/** Messages of Process Enrollment. */
export const processMessages = {
  processed: 'Processed: this person has access.',
  unprocessed: 'Un-processed: this person has no access.',
  rotated: 'This person has a new link. The old link no longer works. Their next launch or sign-up opens the new one.',
  reason: adminMessages.reason,
} as const

/** Describes the effects of removing a person who paid by card, for staff to read before they confirm. */
export const describeRemoval = (entitlement: Entitlement): string[] => {
  const live = entitlement.codes.filter(c => c.voidedAt === null).length
  return [
    `${calledName(entitlement)} loses access to ${courseName(entitlement.course)}.`,
    ...(live > 0
      ? [`${live === 1 ? '1 code is' : `${live} codes are`} voided, and ${live === 1 ? 'stays' : 'stay'} used.`]
      : []),
    'The payment no longer gives access. It is not refunded. To refund it too, use Payments.',
  ]
}

import type { Entitlement } from '#src/access/rules/entitlement.ts'

/** The payment page that is open: /lti/pay inside an LMS, /pay for a teacher's link. Some texts differ. */
export type PayPageKind = 'lti' | 'pay'

/** Returns the payment page that belongs to a person, by how they enrolled. */
export const pageKindFor = ({ createdVia }: Pick<Entitlement, 'createdVia'>): PayPageKind =>
  createdVia === 'sign_up' ? 'pay' : 'lti'

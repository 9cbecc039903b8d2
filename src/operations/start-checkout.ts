import { notSetUp } from '../domain/checkout.ts'
import { meansGate } from '../domain/course.ts'
import { agreeMessage, enrollmentMessages, hasAgreed, isIn } from '../domain/enrollment.ts'
import { findEnrollmentByToken } from '../store/queries/enrollments.ts'
import type { Deps } from './deps.ts'

export type CheckoutStarted = { kind: 'in' } | { kind: 'refused'; status: 403 | 404 | 409 | 422; message: string }

/** Asks for the terms, passes the same gate as a code (rules.md B3), and then says that no card provider is set up. */
export const startCheckout =
  (deps: Deps) =>
  async (token: string): Promise<CheckoutStarted> => {
    const enrollment = await findEnrollmentByToken(deps.db, token)
    if (!enrollment) return { kind: 'refused', status: 404, message: enrollmentMessages.tokenNotFound }
    if (isIn(enrollment)) return { kind: 'in' }
    if (!hasAgreed(enrollment, deps.content.terms.version))
      return { kind: 'refused', status: 422, message: agreeMessage }
    const closed = meansGate(enrollment.course, enrollment.school, 'card', deps.clock.now())
    if (closed) return { kind: 'refused', ...closed }
    return { kind: 'refused', status: 409, message: notSetUp(enrollment.school) }
  }

import { type Enrollment, hasAgreed } from '../domain/enrollment.ts'
import { findEnrollmentByToken, saveAgreement } from '../store/queries/enrollments.ts'
import type { Deps } from './deps.ts'

/** Records once that a person agreed to the terms as they stand now (rules.md G §5). Null: no such token. */
export const agreeToTerms =
  (deps: Deps) =>
  async (token: string): Promise<Enrollment | null> => {
    const enrollment = await findEnrollmentByToken(deps.db, token)
    const terms = deps.content.terms.version
    if (!enrollment || hasAgreed(enrollment, terms)) return enrollment
    const now = deps.clock.now()
    await saveAgreement(deps.db, enrollment.id, terms, now)
    return { ...enrollment, agreedAt: now, agreedTerms: terms }
  }

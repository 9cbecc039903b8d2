import type { Needs } from '#src/context.ts'
import { sha256 } from '#src/core/crypto.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { findJoinCourse } from '#src/courses/store/join-courses.ts'
import { findVerifiedToken } from './store/sign-ups.ts'

interface Asked {
  token: string
  email?: string | undefined
  /** Cookie value of a browser that verified an e-mail. */
  browser?: string | undefined
}

/**
 * Returns the enrollment token for a call of the pay page. A join token is accepted only with the e-mail that this
 * browser verified.
 */
export const findPayToken = async (
  { db, clock }: Needs<'clock' | 'db'>,
  { token, email, browser }: Asked,
): Promise<string | null> => {
  if (!token.startsWith('c_')) return token
  const course = await findJoinCourse(db, token)
  const address = cleanEmail(email)
  if (!course || !address || !browser) return null
  return findVerifiedToken(db, {
    tokenHash: sha256(browser),
    courseId: course.id,
    email: address,
    now: clock.now(),
  })
}

import { mintPin, mintReference, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { claimLimit } from '#src/core/limits/limits.ts'
import { CODE_MS } from '#src/core/rules/one-time-code.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import { queueMessage } from '#src/messages/index.ts'
import type { Deps } from './deps.ts'
import { hashCode } from './hash-code.ts'
import { CODES_AN_HOUR, RESEND_SECONDS } from './rules/sign-up.ts'
import { findNewestSignUp, lockAddress, saveNewCode } from './store/sign-ups.ts'

type CodeResent = { ok: true } | (Refused<'code_just_sent' | 'too_many_codes'> & { until: Date })

/**
 * Sends a new code for a pending sign-up and invalidates the previous one. Does nothing for unknown e-mails, with the
 * same response.
 */
export const resendCode =
  (deps: Deps) =>
  async ({ course, email: typed }: { course: JoinCourse; email: string }): Promise<CodeResent> => {
    const now = deps.clock.now()
    const email = cleanEmail(typed) ?? ''
    const target = { key: `sign-up:target:${sha256(email)}`, most: CODES_AN_HOUR }
    return inTransaction(deps.db, async tx => {
      await lockAddress(tx, course.id, email)
      const signUp = await findNewestSignUp(tx, course.id, email)
      if (!signUp || signUp.verifiedAt) return { ok: true }
      const soon = new Date(signUp.createdAt.getTime() + RESEND_SECONDS * 1000)
      if (soon > now) return { ...refuse('code_just_sent'), until: soon }
      const until = await claimLimit(tx, target, HOUR_MS, now)
      if (until) return { ...refuse('too_many_codes'), until }
      const code = mintPin()
      const codeUntil = new Date(now.getTime() + CODE_MS)
      await saveNewCode(tx, signUp.id, { codeHash: hashCode(deps, email, code), codeUntil, now })
      await queueMessage(tx, deps.jobs, `sign-up:${signUp.id}:${mintReference()}`, {
        kind: 'code',
        recipient: email,
        name: signUp.name,
        course: courseName(course),
        school: course.school.name,
        sealedCode: deps.vault.seal(code),
      })
      return { ok: true }
    })
  }

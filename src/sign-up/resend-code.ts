import type { Needs } from '#src/context.ts'
import { mintReference } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { isTooManyFromStrangers } from '#src/core/limits/known-networks.ts'
import { claimLimit } from '#src/core/limits/limits.ts'
import { networkOf } from '#src/core/rules/client-network.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { CODE_MS } from '#src/core/rules/one-time-code.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'
import { queueMessage } from '#src/messages/queue-message.ts'
import { codeLimit, codeTarget, codeWait } from './code-limits.ts'
import { hashCode } from './hash-code.ts'
import { mintCode } from './school-codes.ts'
import { listPendingSignUps, lockAddress, saveNewCode } from './store/sign-ups.ts'

interface ResendCodeInput {
  course: JoinCourse
  email: string
  address: string
  /** Language of the page. */
  language: Language
  /** True if the page asks for a pin number, not for a code. */
  isPin: boolean
}

type CodeResent = { ok: true } | (Refused<'code_just_sent' | 'too_many_codes'> & { until: Date })

/**
 * Sends a new code for the newest pending sign-up of this network and invalidates its previous code. Does nothing for
 * unknown e-mails, with the same response.
 */
export const resendCode = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'limitHash' | 'vault'>,
  { course, email: typed, address, language, isPin }: ResendCodeInput,
): Promise<CodeResent> => {
  const now = app.clock.now()
  const email = cleanEmail(typed) ?? ''
  const network = networkOf(address)
  return inTransaction(app.db, async tx => {
    await lockAddress(tx, course.id, email)
    const pending = (await listPendingSignUps(tx, course.id, email)).filter(s => s.network === network)
    const [signUp] = pending
    if (!signUp) return { ok: true }
    const soon = codeWait(pending, now)
    if (soon) return { ...refuse('code_just_sent'), until: soon }
    const until = await claimLimit(tx, codeLimit(app.limitHash, email, address), HOUR_MS, now)
    if (until) return { ...refuse('too_many_codes'), until }
    // Counted, but not refused: the sign-up brought its proof of work.
    const isForMany = await isTooManyFromStrangers(tx, app.limitHash, { target: codeTarget(email), address }, now)
    const code = await mintCode(tx, app.limitHash, { schoolId: course.schoolId, address, isForMany }, now)
    const codeUntil = new Date(now.getTime() + CODE_MS)
    await saveNewCode(tx, signUp.id, { codeHash: hashCode(app, email, code), codeUntil, now })
    const sealedCode = app.vault.seal(code)
    const key = `sign-up:${signUp.id}:${mintReference()}`
    await queueMessage(tx, app.jobs, key, { kind: 'code', recipient: email, sealedCode, language, isPin })
    return { ok: true }
  })
}

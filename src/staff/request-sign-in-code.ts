import { sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { claimLimit, findReachedLimit } from '#src/core/limits/limits.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { verifyCaptcha } from '#src/sign-up/index.ts'
import type { CaptchaReason } from '#src/sign-up/rules/captcha.ts'
import type { Deps } from './deps.ts'
import type { Connection } from './rules/sign-in.ts'
import { signInTarget } from './sign-in-target.ts'

interface SignInRequest {
  connection: Connection
  target: string
  captcha: string
  address: string
}

type CodeRequested = { ok: true } | Refused<CaptchaReason> | (Refused<'too_many_tries'> & { until: Date })

const MAX_PER_TARGET = 5

/** Requests a sign-in code. The job looks up the person, so the response and its timing do not reveal who is staff. */
export const requestSignInCode =
  (deps: Deps) =>
  async ({ connection, target, captcha, address }: SignInRequest): Promise<CodeRequested> => {
    const now = deps.clock.now()
    const to = await signInTarget(connection, target)
    const limit = { key: `sign-in:target:${sha256(to)}`, most: MAX_PER_TARGET }
    const wait = (until: Date): CodeRequested => ({ ...refuse('too_many_tries'), until })
    const reached = await findReachedLimit(deps.db, [limit], now)
    if (reached) return wait(reached)
    // Last, because verifying a captcha uses it up.
    const verdict = await verifyCaptcha(deps, { response: captcha, address })
    if (!verdict.ok) return verdict
    return inTransaction(deps.db, async tx => {
      const until = await claimLimit(tx, limit, HOUR_MS, now)
      if (until) return wait(until)
      await deps.jobs.send(tx, 'sign-in-code', { connection, target: to, askedAt: now.toISOString() })
      return { ok: true }
    })
  }

import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { isTooManyFromStrangers } from '#src/core/limits/known-networks.ts'
import { claimLimit, findReachedLimit } from '#src/core/limits/limits.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import { type CaptchaReason, HARD_WORK } from '#src/sign-up/rules/captcha.ts'
import { askForMoreWork, verifyCaptcha } from '#src/sign-up/verify-captcha.ts'
import { type Connection, fromNetwork, provenTarget } from './rules/sign-in.ts'
import { signInTarget } from './sign-in-target.ts'

interface SignInRequest {
  connection: Connection
  target: string
  captcha: string
  address: string
}

type CodeRequested = { ok: true } | Refused<CaptchaReason> | (Refused<'too_many_tries'> & { until: Date })

/** Codes an hour for one target and network. Another network's requests use up nothing. */
const MAX_PER_TARGET = 5

/**
 * Requests a sign-in code. Strangers lock nobody out: beyond 50 codes an hour for a target, networks that never signed in
 * there must bring harder work, and get a longer code, which cannot be guessed from many networks. The job looks up the person, so the response and its timing do not reveal who is staff. */
export const requestSignInCode = async (
  app: Needs<'captcha' | 'clock' | 'db' | 'jobs' | 'limitHash' | 'log'>,
  { connection, target, captcha, address }: SignInRequest,
): Promise<CodeRequested> => {
  const now = app.clock.now()
  const { limitHash } = app
  const to = await signInTarget(connection, target)
  const limit = { key: `sign-in:target:${limitHash.target(to)}:${limitHash.network(address)}`, most: MAX_PER_TARGET }
  const wait = (until: Date): CodeRequested => ({ ...refuse('too_many_tries'), until })
  const reached = await findReachedLimit(app.db, [limit], now)
  if (reached) return wait(reached)
  // Last, because verifying a captcha uses it up.
  const verdict = await verifyCaptcha(app, { response: captcha, address })
  if (!verdict.ok) return verdict
  const asked = await inTransaction<CodeRequested>(app.db, async tx => {
    const isTooMany = await isTooManyFromStrangers(tx, limitHash, { target: provenTarget(to), address }, now)
    if (isTooMany && verdict.work < HARD_WORK) return refuse('captcha_failed')
    const until = await claimLimit(tx, limit, HOUR_MS, now)
    if (until) return wait(until)
    await app.jobs.send(tx, 'sign-in-code', {
      connection,
      target: to,
      askedFrom: fromNetwork(address),
      askedAt: now.toISOString(),
      isLong: isTooMany,
    })
    return { ok: true }
  })
  if (!asked.ok && asked.reason === 'captcha_failed') await askForMoreWork(app, address)
  return asked
}

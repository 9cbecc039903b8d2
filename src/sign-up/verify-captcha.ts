import { claimLimit, countTowardsLimit, findReachedLimit } from '#src/core/limits/limits.ts'
import { networkOf } from '#src/core/rules/client-network.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import type { Deps } from './deps.ts'
import { type CaptchaReason, readQuestionResponse } from './rules/captcha.ts'
import { claimCaptcha } from './store/captcha.ts'

type CaptchaVerdict = { ok: true } | Refused<CaptchaReason>

const MAX_QUESTIONS = 60
/** Messages per hour and address before the captcha becomes harder. A whole school may share one address. */
const MAX_SENT = 2000

const sentFrom = (address: string) => ({ key: `captcha-passed:address:${networkOf(address)}`, most: MAX_SENT })

/**
 * Verifies a captcha response and uses it up. Call it after all cheaper checks. A response works once, also with
 * concurrent calls.
 */
export const verifyCaptcha = async (
  deps: Pick<Deps, 'db' | 'clock' | 'captcha'>,
  { response, address }: { response: string; address: string },
): Promise<CaptchaVerdict> => {
  const now = deps.clock.now()
  const failed = refuse('captcha_failed')
  if (readQuestionResponse(response)) {
    const limit = { key: `captcha-question:address:${networkOf(address)}`, most: MAX_QUESTIONS }
    if (await claimLimit(deps.db, limit, HOUR_MS, now)) return refuse('captcha_limit')
  }
  const found = await deps.captcha.verify(response, now)
  if (found.key && found.expiresAt && !(await claimCaptcha(deps.db, found.key, found.expiresAt))) return failed
  if (!found.ok) return failed
  // Increment and read in one statement, so concurrent requests get different counts.
  const sent = await countTowardsLimit(deps.db, sentFrom(address).key, HOUR_MS, now)
  return !found.hard && sent > MAX_SENT ? failed : { ok: true }
}

/** Returns true if the address has reached its limit and only the harder captcha is accepted. */
export const needsHardCaptcha = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, address: string): Promise<boolean> =>
  (await findReachedLimit(db, [sentFrom(address)], clock.now())) !== null

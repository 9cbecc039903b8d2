import { captchaMessages, readQuestionResponse } from '../../domain/captcha.ts'
import { networkOf } from '../../domain/network.ts'
import { HOUR_MS } from '../../domain/time.ts'
import { claimCaptcha } from '../../store/queries/captcha.ts'
import { addToLimit, claimLimit, findReachedLimit } from '../../store/queries/limits.ts'
import type { Deps } from '../deps.ts'

export type CaptchaVerdict = { ok: true } | { ok: false; message: string }

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
  const refused: CaptchaVerdict = { ok: false, message: captchaMessages.notVerified }
  if (readQuestionResponse(response)) {
    const limit = { key: `captcha-question:address:${networkOf(address)}`, most: MAX_QUESTIONS }
    if (await claimLimit(deps.db, limit, HOUR_MS, now)) return { ok: false, message: captchaMessages.wait }
  }
  const found = await deps.captcha.verify(response, now)
  if (found.key && found.expiresAt && !(await claimCaptcha(deps.db, found.key, found.expiresAt))) return refused
  if (!found.ok) return refused
  // Increment and read in one statement, so concurrent requests get different counts.
  const sent = await addToLimit(deps.db, sentFrom(address).key, HOUR_MS, now)
  return !found.hard && sent > MAX_SENT ? refused : { ok: true }
}

/** Returns true if the address has reached its limit and only the harder captcha is accepted. */
export const isCrowded = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, address: string): Promise<boolean> =>
  (await findReachedLimit(db, [sentFrom(address)], clock.now())) !== null

import type { Needs } from '#src/context.ts'
import {
  claimLimits,
  countTowardsLimit,
  countUnenteredCodes,
  findReachedLimit,
  type LimitHash,
  networkLimits,
} from '#src/core/limits/limits.ts'
import type { Language } from '#src/core/rules/language.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import type { CaptchaKind } from './captcha-gateway.ts'
import { type CaptchaNeed, type CaptchaReason, HARD_WORK, readQuestionResponse, workFor } from './rules/captcha.ts'
import { claimCaptcha } from './store/sign-ups.ts'

/** Returns which captcha a form shows. */
export const findCaptchaNeed = (app: Needs<'captcha' | 'clock'>, language: Language, kind?: CaptchaKind): CaptchaNeed =>
  app.captcha.need(app.clock.now(), language, kind)

/** Returns the captcha for a form. Ask again after every failed submit: a captcha works once. */
export const makeChallenge = async (
  app: Needs<'captcha' | 'clock' | 'db' | 'limitHash'>,
  address: string,
  language: Language,
  kind?: CaptchaKind,
) => {
  const now = app.clock.now()
  const work = await findWorkNeeded(app, address)
  return { need: app.captcha.need(now, language, kind), challenge: await app.captcha.challenge(now, work, kind) }
}

/** `work` is the level of the proof of work (rules/captcha.ts); a text question brings none. */
type CaptchaVerdict = { ok: true; work: number; by: 'question' | 'script' } | Refused<CaptchaReason>

const MAX_QUESTIONS = 5
/** Messages per hour and address before the captcha becomes harder. A whole school may share one address. */
const MAX_SENT = 2000
const HARDER_MS = 15 * 60 * 1000

const sentFrom = (hash: LimitHash, address: string) => networkLimits(hash, 'captcha-passed:address', address, MAX_SENT)
const harderFor = (hash: LimitHash, address: string) => ({ key: `captcha-harder:${hash.network(address)}`, most: 1 })

/**
 * Verifies a captcha response and uses it up. Call it after all cheaper checks. A response works once, also with
 * concurrent calls.
 */
export const verifyCaptcha = async (
  app: Needs<'captcha' | 'clock' | 'db' | 'limitHash' | 'log'>,
  { response, address }: { response: string; address: string },
): Promise<CaptchaVerdict> => {
  const now = app.clock.now()
  const failed = refuse('captcha_failed')
  if (readQuestionResponse(response)) {
    const limits = networkLimits(app.limitHash, 'captcha-question:address', address, MAX_QUESTIONS)
    if (await claimLimits(app.db, limits, HOUR_MS, now)) return refuse('captcha_limit')
  }
  const found = await app.captcha.verify(response, now)
  if (!found.ok && found.problem) {
    app.log.warn({ err: found.problem }, 'the captcha provider could not be asked')
    return refuse('captcha_away')
  }
  if (found.key && found.expiresAt && !(await claimCaptcha(app.db, found.key, found.expiresAt))) return failed
  if (!found.ok) return failed
  // Increment and read in one statement, so concurrent requests get different counts.
  const isFlood = await claimLimits(app.db, sentFrom(app.limitHash, address), HOUR_MS, now)
  const asked = workFor(await countUnenteredCodes(app.db, app.limitHash, address, now))
  const { by, work } = found
  if (by === 'question' && asked > 0) return refuse('captcha_limit')
  // One level lower counts too: a class opens the page together, before the first of its codes is sent.
  return work < Math.max(asked - 1, isFlood ? HARD_WORK : 0) ? tooLittle(by) : { ok: true, work, by }
}

/** Refuses too little work. Who answered the text question needs the script, which brings more. */
const tooLittle = (by: 'question' | 'script') => refuse(by === 'question' ? 'captcha_limit' : 'captcha_failed')

/** Makes the next challenges of a network harder, because the work that it brought was not enough. Returns the refusal. */
export const askForMoreWork = async (
  app: Needs<'clock' | 'db' | 'limitHash'>,
  { by, address }: { by: 'question' | 'script'; address: string },
): Promise<Refused<CaptchaReason>> => {
  await countTowardsLimit(app.db, harderFor(app.limitHash, address).key, HARDER_MS, app.clock.now())
  return tooLittle(by)
}

/** Returns the level of work to ask a network for. */
const findWorkNeeded = async ({ db, clock, limitHash }: Needs<'clock' | 'db' | 'limitHash'>, address: string) => {
  const now = clock.now()
  const limits = [harderFor(limitHash, address), ...sentFrom(limitHash, address)]
  const isHard = (await findReachedLimit(db, limits, now)) !== null
  return Math.max(workFor(await countUnenteredCodes(db, limitHash, address, now)), isHard ? HARD_WORK : 0)
}

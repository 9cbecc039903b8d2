import type { Needs } from '#src/context.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { type ConcurrencyLimit, makeConcurrencyLimit, TooManyWaiting } from '#src/core/concurrency-limit.ts'
import { sha256 } from '#src/core/crypto.ts'
import type { Database, Tx } from '#src/core/db/db.ts'
import { inTransaction, RetryTransaction } from '#src/core/db/transactions.ts'
import { claimLimits, findReachedLimit, type Limit, networkLimits } from '#src/core/limits/limits.ts'
import { codeTyped } from '#src/core/rules/normalize.ts'
import { refuse, refuseUntil } from '#src/core/rules/outcome.ts'
import { DEFAULT_RETENTION } from '#src/core/rules/retention.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { endIfExpiredAndGet, processEntitlement, queueCheckoutClose } from './entitlements.ts'
import {
  type AttemptOutcome,
  type CodeAnswer,
  type Coupon,
  codeKey,
  codeProblem,
  type Decision,
  decideRedemption,
  isUsedUp,
  lookAlikeKey,
  type RedeemRefused,
  withCode,
} from './rules/access-code.ts'
import { completionSource, coverage, progress } from './rules/coverage.ts'
import { type Entitlement, type EntitlementRef, hasAgreed, maskOpenCodes } from './rules/entitlement.ts'
import {
  claimUse,
  deleteOldCodeAttempts,
  findCoupon,
  listUsesByPerson,
  lockCoupon,
  moveUse,
  saveFailedCodeAttempt,
  saveUse,
} from './store/coupons.ts'
import { lockEntitlements, saveAgreement, saveUpdatedAt } from './store/entitlement-changes.ts'
import { findEntitlementByToken } from './store/entitlements.ts'

interface RedeemInput {
  token: string
  code: string
  /** Client IP address, for the rate limit on wrong codes. */
  address: string
  /** The person agreed to the terms with this call. */
  agreed?: boolean | undefined
}

type Redeemed = ({ ok: true } & CodeAnswer) | RedeemRefused

const WINDOW_MS = 15 * 60 * 1000
const MAX_PER_TOKEN = 10
const MAX_PER_ADDRESS = 1000
/** Time after which a person may try again while too many people redeem. */
const BUSY_MS = 60_000

/** A class starts with one code, and each use waits for its row. All of them together leave half of the connections. */
export const makeCodeTurns = ({ client }: Database): ConcurrencyLimit =>
  makeConcurrencyLimit({ perKey: 2, inAll: Math.max(1, Math.floor(client.options.max / 2)), mostWaiting: 1000 })

type Redeems = Needs<'clock' | 'codeTurns' | 'db' | 'fingerprint' | 'jobs' | 'limitHash' | 'log' | 'termsVersion'>

/**
 * Redeems an access code (docs/rules/access-codes.md). Runs in one transaction: locks all concerned rows in id order,
 * then the code. Idempotent: repeating a code that counted does not use it again.
 */
export const redeemAccessCode = async (app: Redeems & Needs<'redemptions'>, input: RedeemInput): Promise<Redeemed> => {
  const redeemed = await redeemInTurn(app, input)
  app.redemptions.add({ outcome: redeemed.ok ? 'ok' : redeemed.reason })
  return redeemed
}

const redeemInTurn = async (app: Redeems, input: RedeemInput): Promise<Redeemed> => {
  const now = app.clock.now()
  const found = await findEntitlementByToken(app.db, input.token)
  if (!found) return refuse('token_not_found')
  const limits = [
    { key: `wrong-code:token:${sha256(input.token)}`, most: MAX_PER_TOKEN },
    ...networkLimits(app.limitHash, 'wrong-code:address', input.address, MAX_PER_ADDRESS),
  ]
  const step = { row: found, typed: input.code, now, agreed: input.agreed, limits }
  const redeem = () => inTransaction(app.db, tx => decideAndDo(app, tx, step))
  return app.codeTurns(lookAlikeKey(codeTyped(input.code)), redeem).catch(error => {
    if (error instanceof TooManyWaiting) return refuseUntil('code_busy', new Date(now.getTime() + BUSY_MS))
    throw error
  })
}

interface Step {
  row: Entitlement
  typed: string
  now: Date
  agreed?: boolean | undefined
  limits: Limit[]
}

const decideAndDo = async (app: Redeems, tx: Tx, step: Step): Promise<Redeemed> => {
  const { row, typed, now, agreed, limits } = step
  const found = codeProblem(typed) ? null : await findCoupon(tx, typed)
  const locked = await lockConcerned(tx, row, found)
  // Checked under the lock, so that concurrent guesses are limited like sequential ones.
  const until = await findReachedLimit(tx, limits, now)
  if (until) return refuseUntil('too_many_wrong_codes', until)
  const coupon = found && (await lockCoupon(tx, found.id))
  const entitlement = await endIfExpiredAndGet(tx, app.jobs, { entitlementId: row.id, now })
  const uses = coupon ? await listUsesByPerson(tx, coupon.id, entitlement) : []
  if (uses.some(u => !locked.some(l => l.id === u.entitlementId)))
    throw new RetryTransaction('a concurrent use by the same person')

  const terms = app.termsVersion
  if (agreed && !hasAgreed(entitlement, terms)) await saveAgreement(tx, entitlement, terms, now)
  const decision = decideRedemption({ entitlement, typed, coupon, uses, now })
  if (decision.do === 'refuse') return refuseCode(app, tx, step, decision, coupon)
  if (decision.do !== 'answer') await applyCode(app, tx, decision, entitlement, now)
  else if (coupon && isUsedUp(decision.status)) await recordAttempt(app, tx, step, decision.status, coupon)
  return answer(decision, entitlement)
}

/** Locks, in id order, the person's rows and the rows in which they used the code. Finds them without locks. */
const lockConcerned = async (tx: Tx, row: Entitlement, found: { id: number } | null): Promise<EntitlementRef[]> => {
  const uses = found ? await listUsesByPerson(tx, found.id, row) : []
  const locked = [row, ...row.others, ...uses.map(u => ({ id: u.entitlementId }))]
  await lockEntitlements(tx, locked)
  return locked
}

/**
 * Counts a wrong code. Only wrong codes count, so right ones are never delayed. At the limit even a wrong code gets 429,
 * so concurrent guesses learn nothing.
 */
const refuseCode = async (
  app: Redeems,
  tx: Tx,
  step: Step,
  decision: Extract<Decision, { do: 'refuse' }>,
  coupon: Coupon | null,
): Promise<Redeemed> => {
  if (!decision.counts) return decision.refused
  const until = await claimLimits(tx, step.limits, WINDOW_MS, step.now)
  if (until) return refuseUntil('too_many_wrong_codes', until)
  const codeHash = await recordAttempt(app, tx, step, decision.refused.reason, coupon)
  app.log.info({ codeHash, entitlement: step.row.id }, 'access code refused')
  return decision.refused
}

/** Records an attempt that was refused, or whose code is used up, so that staff can see it. */
const recordAttempt = async (
  app: Redeems,
  tx: Tx,
  { row, typed, now }: Step,
  outcome: AttemptOutcome,
  coupon: Coupon | null,
): Promise<string> => {
  const codeHash = app.fingerprint(codeKey(typed))
  await saveFailedCodeAttempt(tx, { entitlementId: row.id, codeHash, couponId: coupon?.id ?? null, outcome, now })
  return codeHash
}

type Using = Exclude<Decision, { do: 'refuse' | 'answer' }>

/** Attaches or moves the code, and gives access if nothing is missing then. */
const applyCode = async (app: Redeems, tx: Tx, decision: Using, entitlement: Entitlement, now: Date) => {
  if (decision.do === 'attach') {
    if (!(await claimUse(tx, decision.coupon.id))) throw new Error('code has no uses left although it is locked')
    const { id: couponId, productId } = decision.coupon
    await saveUse(tx, { couponId, productId, entitlementId: entitlement.id, attachedAt: now })
  }
  if (decision.do === 'move') {
    await moveUse(tx, decision.use.id, entitlement, now)
    const { id } = entitlement
    const { code } = decision.coupon
    const moved = { actor: 'student', action: 'move-access-code', subjectKind: 'entitlement', subjectId: id } as const
    const before = { entitlement: decision.use.entitlementId, code }
    await saveAudit(tx, { ...moved, before, after: { entitlement: id, code } }, now)
  }
  if (decision.do !== 'complete') await saveUpdatedAt(tx, entitlement, now)
  await queueCheckoutClose(app, tx, entitlement)
  if (decision.do === 'complete' || decision.completes)
    await processEntitlement(tx, app.jobs, { entitlement, source: completionSource(entitlement), now })
}

const answer = (decision: Exclude<Decision, { do: 'refuse' }>, before: Entitlement): Redeemed => {
  const coupon = decision.do === 'attach' || decision.do === 'move' ? decision.coupon : null
  const entitlement = maskOpenCodes(coupon ? withCode(before, coupon) : before, coupon)
  const { done, total, codes } = progress(entitlement)
  const counted = { ok: true, progress: { done, total, codes }, needs: coverage(entitlement) } as const
  if (decision.do === 'answer') return { ...counted, status: decision.status, unchanged: decision.unchanged ?? null }
  const isDone = decision.do === 'complete' || decision.completes
  return { ...counted, status: isDone ? 'PROCESSED' : 'OK', unchanged: null }
}

/** Deletes old refused codes. */
export const deleteCodeAttempts = (
  { db, clock }: Needs<'clock' | 'db'>,
  days = DEFAULT_RETENTION.attempts,
): Promise<void> => deleteOldCodeAttempts(db, new Date(clock.now().getTime() - days * DAY_MS))

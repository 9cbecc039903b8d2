import {
  endIfExpiredAndGet,
  findEntitlementByToken,
  listUsesByPerson,
  lockEntitlements,
  moveUse,
  processEntitlement,
  queueCheckoutClose,
  saveAgreement,
  saveUpdatedAt,
  saveUse,
} from '#src/access/index.ts'
import { completionSource, coverage, progress } from '#src/access/rules/coverage.ts'
import { type Entitlement, hasAgreed, sameSubject } from '#src/access/rules/entitlement.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { sha256 } from '#src/core/crypto.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction, RetryTransaction } from '#src/core/db/transaction.ts'
import { claimLimits, findReachedLimit, type Limit } from '#src/core/limits/limits.ts'
import { networkOf } from '#src/core/rules/client-network.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import type { Deps } from './deps.ts'
import {
  type CodeAnswer,
  codeKey,
  codeProblem,
  type Decision,
  decideRedemption,
  lookAlikeKey,
  withCode,
} from './rules/access-code.ts'
import type { RedeemRefused } from './rules/redeem-texts.ts'
import { claimUse, findCoupon, lockCoupon } from './store/coupons.ts'
import { saveFailedCodeAttempt } from './store/failed-attempts.ts'

export interface RedeemInput {
  token: string
  code: string
  /** Client IP address, for the rate limit on wrong codes. */
  address: string
  /** The person agreed to the terms with this call. */
  agreed?: boolean | undefined
}

export type Redeemed = ({ ok: true } & CodeAnswer) | RedeemRefused

const WINDOW_MS = 15 * 60 * 1000
const MAX_PER_TOKEN = 10
const MAX_PER_ADDRESS = 1000

/**
 * Redeems an access code (docs/rules/access-codes.md). Runs in one transaction: locks all concerned rows in id order,
 * then the code. Idempotent: repeating a code that counted does not use it again.
 */
export const redeemAccessCode =
  (deps: Deps) =>
  async (input: RedeemInput): Promise<Redeemed> => {
    const now = deps.clock.now()
    const subject = await findEntitlementByToken(deps.db, input.token)
    if (!subject) return refuse('token_not_found')
    const limits = [
      { key: `wrong-code:token:${sha256(input.token)}`, most: MAX_PER_TOKEN },
      { key: `wrong-code:address:${networkOf(input.address)}`, most: MAX_PER_ADDRESS },
    ]
    const step = { subject, typed: input.code, now, agreed: input.agreed, limits }
    return inTransaction(deps.db, tx => decideAndDo(deps, tx, step))
  }

interface Step {
  subject: Entitlement
  typed: string
  now: Date
  agreed?: boolean | undefined
  limits: Limit[]
}

const decideAndDo = async (deps: Deps, tx: Tx, { subject, typed, now, agreed, limits }: Step): Promise<Redeemed> => {
  // Find the concerned rows without locks, lock them in id order, lock the code, then read again.
  const key = codeKey(typed)
  const found = codeProblem(typed) ? null : await findCoupon(tx, key, lookAlikeKey(key))
  const concerned = found ? (await listUsesByPerson(tx, found.id, subject)).map(u => u.subject) : []
  const locked = [subject, ...subject.others, ...concerned]
  await lockEntitlements(tx, locked)
  // Checked under the lock, so that concurrent guesses are limited like sequential ones.
  const until = await findReachedLimit(tx, limits, now)
  if (until) return { ...refuse('too_many_wrong_codes'), until }
  const coupon = found && (await lockCoupon(tx, found.id))
  const entitlement = await endIfExpiredAndGet(tx, deps.jobs, { subject, now })
  const uses = coupon ? await listUsesByPerson(tx, coupon.id, entitlement) : []
  if (uses.some(u => !locked.some(l => sameSubject(l, u.subject))))
    throw new RetryTransaction('a concurrent use by the same person')

  const terms = deps.termsVersion
  if (agreed && !hasAgreed(entitlement, terms)) await saveAgreement(tx, entitlement, terms, now)
  const decision = decideRedemption({ entitlement, typed, coupon, uses, now })
  switch (decision.do) {
    case 'refuse':
      if (decision.counts) {
        // Only wrong codes count, so right ones are never delayed. At the limit even a wrong code gets 429, so
        // concurrent guesses learn nothing.
        const until = await claimLimits(tx, limits, WINDOW_MS, now)
        if (until) return { ...refuse('too_many_wrong_codes'), until }
        const codeHash = deps.fingerprint(key)
        deps.log.info({ codeHash, [entitlement.kind]: entitlement.id }, 'access code refused')
        const couponId = coupon?.id ?? null
        await saveFailedCodeAttempt(tx, { subject, codeHash, couponId, outcome: decision.refused.reason, now })
      }
      return decision.refused
    case 'answer':
      if (coupon && decision.status.startsWith('MAX')) {
        const codeHash = deps.fingerprint(key)
        await saveFailedCodeAttempt(tx, { subject, codeHash, couponId: coupon.id, outcome: decision.status, now })
      }
      break
    case 'attach':
      if (!(await claimUse(tx, decision.coupon.id))) throw new Error('code has no uses left although it is locked')
      await saveUse(tx, { coupon: decision.coupon, subject: entitlement, now })
      await saveUpdatedAt(tx, entitlement, now)
      await queueCheckoutClose(deps, tx, entitlement)
      break
    case 'move':
      await moveUse(tx, decision.use.id, entitlement, now)
      await saveUpdatedAt(tx, entitlement, now)
      await queueCheckoutClose(deps, tx, entitlement)
      await saveAudit(
        tx,
        {
          actor: 'student',
          action: 'move-access-code',
          subjectKind: entitlement.kind,
          subjectId: entitlement.id,
          before: { ...decision.use.subject, code: decision.coupon.code },
          after: { kind: entitlement.kind, id: entitlement.id, code: decision.coupon.code },
        },
        now,
      )
      break
    case 'complete':
      await queueCheckoutClose(deps, tx, entitlement)
      break
    default:
      decision satisfies never
  }
  if (decision.do === 'complete' || ('completes' in decision && decision.completes)) {
    await processEntitlement(tx, deps.jobs, { entitlement, source: completionSource(entitlement), now })
  }
  return answer(decision, entitlement)
}

const answer = (decision: Exclude<Decision, { do: 'refuse' }>, before: Entitlement): Redeemed => {
  const entitlement = decision.do === 'attach' || decision.do === 'move' ? withCode(before, decision.coupon) : before
  const { done, total, codes } = progress(entitlement)
  const counted = { ok: true, progress: { done, total, codes }, needs: coverage(entitlement) } as const
  if (decision.do === 'answer') return { ...counted, status: decision.status, unchanged: decision.unchanged ?? null }
  const isDone = decision.do === 'complete' || decision.completes
  return { ...counted, status: isDone ? 'PROCESSED' : 'OK', unchanged: null }
}

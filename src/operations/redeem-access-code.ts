import { sha256 } from '../crypto.ts'
import {
  type CodeStatus,
  codeKey,
  codeMessages,
  codeProblem,
  type Decision,
  decideRedemption,
  lookAlikeKey,
  withCode,
} from '../domain/access-code.ts'
import { type Coverage, completionSource, coverage, progress, progressSentence } from '../domain/coverage.ts'
import { type Entitlement, entitlementMessages, hasAgreed, sameSubject } from '../domain/entitlement.ts'
import { networkOf } from '../domain/network.ts'
import type { Tx } from '../store/db.ts'
import { saveAudit } from '../store/queries/audit.ts'
import { saveCodeTry } from '../store/queries/code-tries.ts'
import { claimUse, findCoupon, listUsesByPerson, lockCoupon, moveUse, saveUse } from '../store/queries/coupons.ts'
import { lockEntitlements, saveAgreement, touchEntitlement } from '../store/queries/entitlement-changes.ts'
import { findEntitlementByToken } from '../store/queries/entitlements.ts'
import { claimLimits, findReachedLimit, type Limit } from '../store/queries/limits.ts'
import { inTransaction, TryAgain } from '../store/transaction.ts'
import type { Deps } from './deps.ts'
import { closeOpenCheckouts } from './steps/close-open-checkouts.ts'
import { getCurrent } from './steps/end-access.ts'
import { processEntitlement } from './steps/process-entitlement.ts'

export interface RedeemInput {
  token: string
  code: string
  /** Where the call came from, for the limit on wrong codes. */
  address: string
  /** The terms were agreed to with this very call (rules.md G §5). */
  agreed?: boolean | undefined
}

export type Redeemed =
  | { kind: 'answer'; status: CodeStatus; message: string; needs: Coverage[] }
  | { kind: 'refused'; status: 403 | 404 | 409 | 422; message: string }
  | { kind: 'wait'; status: 429; message: string; until: Date }

const WINDOW_MS = 15 * 60 * 1000
const MOST_PER_TOKEN = 10
const MOST_PER_ADDRESS = 1000

/** Redeems an access code, for every door of the product (rules.md B). One transaction; safe to call twice and at once. */
export const redeemAccessCode =
  (deps: Deps) =>
  async (input: RedeemInput): Promise<Redeemed> => {
    const now = deps.clock.now()
    const subject = await findEntitlementByToken(deps.db, input.token)
    if (!subject) return { kind: 'refused', status: 404, message: entitlementMessages.tokenNotFound }
    const limits = [
      { key: `wrong-code:token:${sha256(input.token)}`, most: MOST_PER_TOKEN },
      { key: `wrong-code:address:${networkOf(input.address)}`, most: MOST_PER_ADDRESS },
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
  // Look without locks at who is concerned, lock them in id order and then the code, and look again (rules.md B1).
  const key = codeKey(typed)
  const found = codeProblem(typed) ? null : await findCoupon(tx, key, lookAlikeKey(key))
  const concerned = found ? (await listUsesByPerson(tx, found.id, subject)).map(u => u.subject) : []
  const locked = [subject, ...subject.others, ...concerned]
  await lockEntitlements(tx, locked)
  // Read under the lock: guesses at one row that come at once wait for each other and are no more than the others.
  const until = await findReachedLimit(tx, limits, now)
  if (until) return { kind: 'wait', status: 429, message: codeMessages.tooMany, until }
  const coupon = found && (await lockCoupon(tx, found.id))
  const entitlement = await getCurrent(tx, deps.jobs, { subject, now })
  const uses = coupon ? await listUsesByPerson(tx, coupon.id, entitlement) : []
  if (uses.some(u => !locked.some(l => sameSubject(l, u.subject))))
    throw new TryAgain('a use by the same person came in between')

  const terms = deps.content.terms.version
  if (agreed && !hasAgreed(entitlement, terms)) await saveAgreement(tx, entitlement, terms, now)
  const decision = decideRedemption({ entitlement, typed, coupon, uses, now })
  switch (decision.do) {
    case 'refuse':
      if (decision.counts) {
        // Counted only here, so that no right code waits for others that are right; of many wrong ones at once no more are
        // told that they are.
        const until = await claimLimits(tx, limits, WINDOW_MS, now)
        if (until) return { kind: 'wait', status: 429, message: codeMessages.tooMany, until }
        const codeHash = deps.fingerprint(key)
        deps.log.info({ codeHash, [entitlement.kind]: entitlement.id }, 'access code refused')
        await saveCodeTry(tx, { subject, codeHash, couponId: coupon?.id ?? null, answer: decision.message, now })
      }
      return { kind: 'refused', status: decision.status, message: decision.message }
    case 'answer':
      if (coupon && decision.status.startsWith('MAX'))
        await saveCodeTry(tx, {
          subject,
          codeHash: deps.fingerprint(key),
          couponId: coupon.id,
          answer: decision.message,
          now,
        })
      break
    case 'attach':
      if (!(await claimUse(tx, decision.coupon.id))) throw new Error('a use was gone although its code is locked')
      await saveUse(tx, { coupon: decision.coupon, subject: entitlement, now })
      await touchEntitlement(tx, entitlement, now)
      await closeOpenCheckouts(deps, tx, entitlement)
      break
    case 'move':
      await moveUse(tx, decision.use.id, entitlement, now)
      await touchEntitlement(tx, entitlement, now)
      await closeOpenCheckouts(deps, tx, entitlement)
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
      await closeOpenCheckouts(deps, tx, entitlement)
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
  const counted = { kind: 'answer' as const, needs: coverage(entitlement) }
  if (decision.do === 'answer') return { ...counted, status: decision.status, message: decision.message }
  if (decision.do === 'complete' || decision.completes)
    return { ...counted, status: 'PROCESSED', message: codeMessages.processed }
  return { ...counted, status: 'OK', message: progressSentence(done, total, codes) }
}

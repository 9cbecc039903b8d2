import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { mintToken, sha256 } from '#src/core/crypto.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { Language } from '#src/core/rules/language.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { demandInSchool, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { framers } from '#src/courses/rules/course.ts'
import { endIfExpiredAndGet, processEntitlement, queueCheckoutClose } from './entitlements.ts'
import { completionSource, isComplete } from './rules/coverage.ts'
import { hasAccessExpired, hasAgreed } from './rules/entitlement.ts'
import { coveredRow, coversRow } from './rules/people.ts'
import { lockEntitlements, saveAgreement, saveToken } from './store/entitlement-changes.ts'
import { findEntitlementByToken } from './store/entitlements.ts'
import {
  deleteLaunchTokensBefore,
  findFramersOfLaunch,
  findLaunchOpened,
  type LaunchLinkHashes,
} from './store/launch-tokens.ts'
import { saveLanguage } from './store/people.ts'

export { findLaunchOpened } from './store/launch-tokens.ts'

/**
 * Returns the row for a payment page, or null for an unknown token. First ends expired access, and gives access if
 * everything is covered by now: staff changed the products, or the person has access by another row.
 */
export const findEntitlement = async (app: Needs<'clock' | 'db' | 'jobs'>, token: string) => {
  const now = app.clock.now()
  const found = await findEntitlementByToken(app.db, token)
  if (!found || !(hasAccessExpired(found, now) || isComplete(found, now))) return found
  return inTransaction(app.db, async tx => {
    await lockEntitlements(tx, [found, ...found.others])
    const entitlement = await endIfExpiredAndGet(tx, app.jobs, { entitlementId: found.id, now })
    if (!isComplete(entitlement, now)) return entitlement
    await processEntitlement(tx, app.jobs, { entitlement, source: completionSource(entitlement), now })
    await queueCheckoutClose(app, tx, entitlement)
    return endIfExpiredAndGet(tx, app.jobs, { entitlementId: found.id, now })
  })
}

/** Finds a row by its token. Null if there is none, or if it belongs to a school that the role does not cover. */
export const findForStaff = async ({ db }: { db: Queryable }, token: string, by: Pick<Staff, 'schools'>) =>
  coveredRow(by, await findEntitlementByToken(db, token.trim()))

/** Records that a person agreed to the current terms. Idempotent. */
export const agreeToTerms = async (app: Needs<'clock' | 'db' | 'termsVersion'>, token: string) => {
  const entitlement = await findEntitlementByToken(app.db, token)
  const terms = app.termsVersion
  if (!entitlement) return refuse('token_not_found')
  if (hasAgreed(entitlement, terms)) return { ok: true as const, entitlement }
  const now = app.clock.now()
  await saveAgreement(app.db, entitlement, terms, now)
  return { ok: true as const, entitlement: { ...entitlement, agreedAt: now, agreedTerms: terms } }
}

/**
 * Replaces a row's token, for example after a link was shared. The old token stops working; the next launch or sign-up
 * leads to the new one. Of two concurrent calls, the second finds no row with this token.
 */
export const rotateToken = async (
  app: Needs<'clock' | 'db'>,
  { token, reason }: { token: string; reason: string },
  by: Staff,
) => {
  demandInSchool(by, 'change')
  if (reason.trim() === '') return refuse('reason_required')
  return inTransaction(app.db, async tx => {
    const found = await findEntitlementByToken(tx, token.trim())
    if (!found || !coversRow(by, found)) return refuse('entitlement_not_found')
    await lockEntitlements(tx, [found])
    const now = app.clock.now()
    const fresh = mintToken(found.kind === 'enrollment' ? 'e' : 'm')
    if (!(await saveToken(tx, found, { old: found.token, fresh, now }))) return refuse('entitlement_not_found')
    await recordAudit(tx, { by, action: 'rotate-token', subject: { kind: 'entitlement', id: found.id }, reason, now })
    return { ok: true as const, token: fresh }
  })
}

/** The two secrets in a link opened by a launch. Only their hashes are stored. */
export interface LaunchLink {
  token: string
  state: string
}

export const hashLaunchLink = ({ token, state }: LaunchLink, now: Date): LaunchLinkHashes => ({
  tokenHash: sha256(token),
  stateHash: sha256(state),
  now,
})

/** Returns the launch behind a teacher or dictionary link, or null if it has expired. */
export const findOpenLaunch = (app: Needs<'clock' | 'db'>, token: string, state: string) =>
  findLaunchOpened(app.db, hashLaunchLink({ token, state }, app.clock.now()))

/** Keeps the language that a person chose, by their token or the link of their launch. Does nothing if it is unknown. */
export const chooseLanguage = ({ db, clock }: Needs<'clock' | 'db'>, link: LaunchLink, language: Language) =>
  saveLanguage(db, { ...hashLaunchLink(link, clock.now()), token: link.token }, language)

/** An expired token is kept for a day, so that 'page expired' shows inside the LMS that opened it. */
const KEPT_MS = DAY_MS

/** Deletes the tokens of launches whose links no longer open. */
export const deleteExpiredLinks = ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> =>
  deleteLaunchTokensBefore(db, new Date(clock.now().getTime() - KEPT_MS))

/**
 * Returns what an error page needs to know of the person with this token: of a row, or of a launch, also one that is
 * over. So an expired page and an error page show inside the LMS too, and in their language.
 */
export const findVisitor = async ({ db }: Needs<'db'>, token = '') => {
  const entitlement = await findEntitlementByToken(db, token)
  if (entitlement)
    return { framers: framers(entitlement.course, entitlement.seenOrigin), language: entitlement.language }
  return { framers: /^[\w-]+$/.test(token) ? await findFramersOfLaunch(db, sha256(token)) : [], language: null }
}

/** Returns the origins that may frame a page with this token. An unknown token has none. */
export const findFramers = async (app: Needs<'db'>, token = ''): Promise<string[]> =>
  (await findVisitor(app, token)).framers

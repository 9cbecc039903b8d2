import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { Entitlement, EntitlementRef, Source } from '../rules/entitlement.ts'
import { entitlements } from './schema/entitlements.ts'

type Change = Partial<typeof entitlements.$inferInsert>

const save = async (db: Queryable, { id }: EntitlementRef, change: Change): Promise<void> => {
  await db.orm.update(entitlements).set(change).where(eq(entitlements.id, id))
}

/** Puts back how access ended before somebody was let in; without an earlier period they never had access. */
export const saveEarlierEnding = (
  tx: Tx,
  row: EntitlementRef & Pick<Entitlement, 'unprocessedAt' | 'lastPeriodEndedAt'>,
): Promise<void> => {
  const { unprocessedAt, lastPeriodEndedAt } = row
  return save(tx, row, { unprocessedAt, accessEndsAt: unprocessedAt ? null : lastPeriodEndedAt })
}

/** Locks rows in id order. The order is the same everywhere, so that transactions do not deadlock. */
export const lockEntitlements = async (tx: Tx, refs: EntitlementRef[]): Promise<void> => {
  if (refs.length === 0) return
  const ids = refs.map(ref => ref.id)
  const rows = tx.orm.select({ id: entitlements.id }).from(entitlements).where(inArray(entitlements.id, ids))
  await rows.orderBy(entitlements.id).for('update')
}

/** Upserts the enrollment of a person who verified their email. Returns the existing one when they come back. */
export const saveSignedUp = async (
  tx: Tx,
  given: { courseId: number; personId: number; token: string; sessionId: string },
): Promise<EntitlementRef> => {
  const added = tx.orm.insert(entitlements).values({ ...given, kind: 'enrollment', createdVia: 'sign_up' })
  const target = [entitlements.courseId, entitlements.personId]
  const saved = added.onConflictDoUpdate({ target, set: { courseId: given.courseId } })
  return (await saved.returning({ id: entitlements.id }))[0]!
}

/** Records that the person agreed to this version of the terms. */
export const saveAgreement = (db: Queryable, ref: EntitlementRef, terms: string, now: Date): Promise<void> =>
  save(db, ref, { agreedAt: now, agreedTerms: terms, updatedAt: now })

/** Replaces a token. Returns false when `old` is no longer the current token. */
export const saveToken = async (
  tx: Tx,
  { id }: EntitlementRef,
  { old, fresh, now }: { old: string; fresh: string; now: Date },
): Promise<boolean> => {
  const isCurrent = and(eq(entitlements.id, id), eq(entitlements.token, old))
  return (await tx.orm.update(entitlements).set({ token: fresh, updatedAt: now }).where(isCurrent)).rowCount === 1
}

/** Updates only `updated_at`, which API replies show, after a change of codes. */
export const saveUpdatedAt = (tx: Tx, ref: EntitlementRef, now: Date): Promise<void> =>
  save(tx, ref, { updatedAt: now })

/** Saves the webhook event of a card payment that the success page had already processed. */
export const saveStripeEvent = async (tx: Tx, { id }: EntitlementRef, stripeEventId: string): Promise<void> => {
  const isPaid = and(eq(entitlements.id, id), eq(entitlements.source, 'card'), isNull(entitlements.stripeEventId))
  await tx.orm.update(entitlements).set({ stripeEventId }).where(isPaid)
}

interface Processing {
  source: Source
  now: Date
  accessEndsAt: Date
  /** End of the period before; null if there was none. */
  lastPeriodEndedAt: Date | null
  /** Id of the staff user who did it. */
  by?: number | undefined
  stripeEventId?: string | undefined
}

/** Sets `processed_at`. Returns false when the row was already processed. */
export const claimProcessing = async (db: Queryable, { id }: EntitlementRef, processing: Processing) => {
  const { source, now, by = null, stripeEventId = null, ...ends } = processing
  const set = { processedAt: now, processedBy: by, source, stripeEventId, ...ends, updatedAt: now }
  const isOut = and(eq(entitlements.id, id), isNull(entitlements.processedAt))
  return (await db.orm.update(entitlements).set(set).where(isOut)).rowCount === 1
}

/** Keeps access after a refund because another row of the same person covers it. Access then ends with that row. */
export const saveCoveredByOtherRow = (tx: Tx, ref: EntitlementRef, end: Date | null, now: Date): Promise<void> =>
  save(tx, ref, {
    source: 'migrated',
    processedAt: now,
    stripeEventId: null,
    updatedAt: now,
    ...(end ? { accessEndsAt: end } : {}),
  })

/** Ways that access ends: somebody took it away, its time ran out, or it was a test or a mistake. */
export type AccessEnding = 'removed' | 'expired' | 'forgotten'

/**
 * Columns that tell how access ended. After an expired period the page shows the end date. What is forgotten leaves
 * no trace, so that the person starts like everyone else.
 */
const ENDINGS: Record<AccessEnding, (now: Date) => Change> = {
  removed: now => ({ accessEndsAt: null, unprocessedAt: now }),
  expired: () => ({}),
  forgotten: () => ({ accessEndsAt: null }),
}

/** Clears `processed_at`. Returns false when the row was not processed. */
export const claimUnprocessing = async (
  tx: Tx,
  { id }: EntitlementRef,
  { now, ending }: { now: Date; ending: AccessEnding },
): Promise<boolean> => {
  const cleared = { processedAt: null, processedBy: null, source: null, stripeEventId: null, updatedAt: now }
  const isIn = and(eq(entitlements.id, id), isNotNull(entitlements.processedAt))
  const ended = tx.orm.update(entitlements).set({ ...cleared, ...ENDINGS[ending](now) })
  return (await ended.where(isIn)).rowCount === 1
}

const SCHOOL_OF = '(select c.school_id from courses c join entitlements e on e.course_id = c.id where e.id = $1)'
const lockSchool = prepared('test_access_lock', `select from schools where id = ${SCHOOL_OF} for no key update`)
const countOfSchool = prepared<{ count: number }>(
  'test_access_of_school',
  `select count(*)::int as count from entitlements e join courses c on c.id = e.course_id
   where e.source = 'test' and e.access_ends_at > $2 and c.school_id = ${SCHOOL_OF}`,
)
const holderOf = prepared<EntitlementRef>(
  'test_access_holder',
  `select id from entitlements where source = 'test' and course_id = (select course_id from entitlements where id = $1)`,
)

/** Locks the school of a row, so that its test persons are let in one after the other. */
export const lockTestAccess = async (tx: Tx, { id }: EntitlementRef): Promise<void> => {
  await lockSchool(tx, [id])
}

/** Counts the people of the school of a row who have test access. */
export const countTestAccess = async (tx: Tx, { id }: EntitlementRef, now: Date): Promise<number> =>
  (await countOfSchool(tx, [id, now]))[0]?.count ?? 0

/** Returns the row that has the test access of the course of a row, or null. */
export const findTestAccess = async (tx: Tx, { id }: EntitlementRef): Promise<EntitlementRef | null> =>
  (await holderOf(tx, [id]))[0] ?? null

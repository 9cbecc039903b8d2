import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import type { Source, Subject } from '../rules/entitlement.ts'
import { enrollments } from './schema/enrollments.ts'
import { memberships } from './schema/memberships.ts'

const tableOf = ({ kind }: Pick<Subject, 'kind'>) => (kind === 'enrollment' ? enrollments : memberships)

/**
 * Locks rows: enrollments before memberships, each in id order. The order is the same everywhere, so that transactions
 * do not deadlock.
 */
export const lockEntitlements = async (tx: Tx, subjects: Subject[]): Promise<void> => {
  for (const kind of ['enrollment', 'membership'] as const) {
    const ids = subjects.filter(s => s.kind === kind).map(s => s.id)
    const table = tableOf({ kind })
    if (ids.length > 0)
      await tx.orm.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(table.id).for('update')
  }
}

type Change = Partial<typeof enrollments.$inferInsert & typeof memberships.$inferInsert>

/** Upserts the enrollment of a person who verified their email. Returns the existing one when they come back. */
export const saveSignedUp = async (
  tx: Tx,
  given: { courseId: number; personId: number; token: string; sessionId: string },
): Promise<Subject> => {
  const [row] = await tx.orm
    .insert(enrollments)
    .values({ ...given, createdVia: 'sign_up' })
    .onConflictDoUpdate({
      target: [enrollments.courseId, enrollments.personId],
      set: { courseId: given.courseId },
    })
    .returning({ id: enrollments.id })
  return { kind: 'enrollment', id: row!.id }
}

/** Records that the person agreed to this version of the terms. */
export const saveAgreement = async (db: Queryable, subject: Subject, terms: string, now: Date): Promise<void> => {
  await save(db, subject, { agreedAt: now, agreedTerms: terms, updatedAt: now })
}

/** Replaces a token. Returns false when `old` is no longer the current token. */
export const saveToken = async (
  tx: Tx,
  subject: Subject,
  { old, fresh, now }: { old: string; fresh: string; now: Date },
): Promise<boolean> => {
  const table = tableOf(subject)
  const rows = await tx.orm
    .update(table)
    .set({ token: fresh, updatedAt: now })
    .where(and(eq(table.id, subject.id), eq(table.token, old)))
    .returning({ id: table.id })
  return rows.length === 1
}

/** Updates only `updated_at`, which API replies show, after a change of codes. */
export const saveUpdatedAt = async (tx: Tx, subject: Subject, now: Date): Promise<void> => {
  await save(tx, subject, { updatedAt: now })
}

const save = async (db: Queryable, subject: Subject, change: Change): Promise<void> => {
  const table = tableOf(subject)
  await db.orm.update(table).set(change).where(eq(table.id, subject.id))
}

interface Processing {
  subject: Subject
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
export const claimProcessing = async (db: Queryable, processing: Processing): Promise<boolean> => {
  const { subject, source, now, by = null, stripeEventId = null, ...ends } = processing
  const table = tableOf(subject)
  const rows = await db.orm
    .update(table)
    .set({ processedAt: now, processedBy: by, source, stripeEventId, ...ends, updatedAt: now })
    .where(and(eq(table.id, subject.id), isNull(table.processedAt)))
    .returning({ id: table.id })
  return rows.length === 1
}

/** Keeps access after a refund because another row of the same person covers it. Access then ends with that row. */
export const saveCoveredByOtherRow = async (tx: Tx, subject: Subject, end: Date | null, now: Date): Promise<void> => {
  await save(tx, subject, {
    source: 'migrated',
    processedAt: now,
    stripeEventId: null,
    updatedAt: now,
    ...(end ? { accessEndsAt: end } : {}),
  })
}

/** Ways that access ends: somebody took it away, its time ran out, or a test is over. */
export type AccessEnding = 'removed' | 'expired' | 'test_over'

/**
 * Columns that tell how access ended. After an expired period the page shows the end date. A test leaves no trace, so
 * that the person starts like everyone else.
 */
const ENDINGS: Record<AccessEnding, (now: Date) => Change> = {
  removed: now => ({ accessEndsAt: null, unprocessedAt: now }),
  expired: () => ({}),
  test_over: () => ({ accessEndsAt: null }),
}

/** Clears `processed_at`. Returns false when the row was not processed. */
export const claimUnprocessing = async (
  db: Queryable,
  subject: Subject,
  { now, ending }: { now: Date; ending: AccessEnding },
): Promise<boolean> => {
  const table = tableOf(subject)
  const rows = await db.orm
    .update(table)
    .set({
      processedAt: null,
      processedBy: null,
      source: null,
      stripeEventId: null,
      ...ENDINGS[ending](now),
      updatedAt: now,
    })
    .where(and(eq(table.id, subject.id), isNotNull(table.processedAt)))
    .returning({ id: table.id })
  return rows.length === 1
}

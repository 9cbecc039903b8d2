import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { firstOrNull, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { ClipRow } from './clips.ts'
import { clips, clipUploads } from './schema/clips.ts'

export type Upload = typeof clipUploads.$inferSelect

/** Starts an upload, or resumes one of the same file. The newest choices replace earlier ones. */
export const saveUpload = async (
  db: Queryable,
  { now, ...given }: Pick<Upload, 'hash' | 'fileName' | 'bytes' | 'details' | 'staffId'> & { now: Date },
): Promise<Upload> => {
  const { details, staffId, fileName } = given
  const [row] = await db.orm
    .insert(clipUploads)
    .values({ ...given, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: clipUploads.hash, set: { details, staffId, fileName, updatedAt: now } })
    .returning()
  return row!
}

export const findUpload = (db: Queryable, hash: string): Promise<Upload | null> =>
  db.orm.select().from(clipUploads).where(eq(clipUploads.hash, hash)).then(firstOrNull)

export const lockUpload = (tx: Tx, hash: string): Promise<Upload | null> =>
  tx.orm.select().from(clipUploads).where(eq(clipUploads.hash, hash)).for('update').then(firstOrNull)

/** Counts a part that arrived, unless it was counted before. */
export const countChunk = async (tx: Tx, hash: string, chunk: number, now: Date): Promise<void> => {
  await tx.orm
    .update(clipUploads)
    .set({ chunks: sql`${clipUploads.chunks} + 1`, updatedAt: now })
    .where(and(eq(clipUploads.hash, hash), eq(clipUploads.chunks, chunk)))
}

export const deleteUpload = async (db: Queryable, hash: string): Promise<void> => {
  await db.orm.delete(clipUploads).where(eq(clipUploads.hash, hash))
}

/** Lists uploads without a new part since an instant. */
export const listStaleUploads = (db: Queryable, before: Date): Promise<Upload[]> =>
  db.orm.select().from(clipUploads).where(lt(clipUploads.updatedAt, before)).limit(1000)

/** Counts files on their way. */
export const countUploads = async (db: Queryable): Promise<number> => db.orm.$count(clipUploads)

/** Lists clips that led to nothing and have not changed since an instant. */
export const listAbandonedClips = (db: Queryable, before: Date): Promise<ClipRow[]> =>
  db.orm
    .select()
    .from(clips)
    .where(and(inArray(clips.state, ['recorded', 'failed', 'sent_back']), lt(clips.updatedAt, before)))
    .orderBy(asc(clips.id))
    .limit(100)

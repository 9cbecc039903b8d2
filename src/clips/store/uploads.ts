import { and, eq, lt, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { clipUploads } from './schema/clips.ts'

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

export const findUpload = async (db: Queryable, hash: string): Promise<Upload | null> => {
  const [row] = await db.orm.select().from(clipUploads).where(eq(clipUploads.hash, hash))
  return row ?? null
}

export const lockUpload = async (tx: Tx, hash: string): Promise<Upload | null> => {
  const [row] = await tx.orm.select().from(clipUploads).where(eq(clipUploads.hash, hash)).for('update')
  return row ?? null
}

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

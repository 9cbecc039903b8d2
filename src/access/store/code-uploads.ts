import { randomUUID } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { codeUploads } from './schema/coupons.ts'

type Upload = typeof codeUploads.$inferSelect

/** Keeps a file until its staff user imports it. Returns its id. */
export const saveUpload = async (db: Queryable, upload: Omit<Upload, 'id'>): Promise<string> => {
  const id = randomUUID()
  await db.orm.insert(codeUploads).values({ id, ...upload })
  return id
}

const isOwn = (id: string, staffId: number) => and(eq(codeUploads.id, id), eq(codeUploads.staffId, staffId))

export const findUpload = async (db: Queryable, id: string, staffId: number): Promise<Upload | null> => {
  const [found] = await db.orm.select().from(codeUploads).where(isOwn(id, staffId))
  return found ? { ...found, content: Buffer.from(found.content) } : null
}

/** Takes a file away. Returns false if it is gone already. */
export const claimUpload = async (tx: Tx, id: string, staffId: number): Promise<boolean> =>
  (await tx.orm.delete(codeUploads).where(isOwn(id, staffId))).rowCount === 1

export const deleteUploadsBefore = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(codeUploads).where(lte(codeUploads.createdAt, before))
}

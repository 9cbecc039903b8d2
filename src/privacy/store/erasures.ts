import { desc, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { prepared } from '#src/core/db/db.ts'
import { IDENTITY } from './person-scope.ts'
import { erasures } from './schema.ts'

export type Erasure = typeof erasures.$inferSelect

/** Lists a person as erased. Somebody who came back and was erased again has one line, with the newer time. */
export const saveErasure = async (tx: Tx, line: Omit<Erasure, 'doneAt'>): Promise<void> => {
  const { at, actor, asked, byHand } = line
  await tx.orm
    .insert(erasures)
    .values({ ...line, doneAt: byHand.length === 0 ? at : null })
    .onConflictDoUpdate({
      target: erasures.keyHash,
      set: {
        at: sql`greatest(${erasures.at}, excluded.at)`,
        actor,
        asked,
        byHand: sql`${erasures.byHand} || excluded.by_hand`,
        doneAt: sql`case when ${erasures.doneAt} is not null and excluded.done_at is not null then ${erasures.doneAt} end`,
      },
    })
}

/** Lists erasures, those with work left first, then the newest. */
export const listErasures = (db: Queryable, most: number): Promise<Erasure[]> =>
  db.orm
    .select()
    .from(erasures)
    .orderBy(desc(isNull(erasures.doneAt)), desc(erasures.at))
    .limit(most)

/** Marks an erasure as done at other services, and deletes their ids. Returns false if it was done before. */
export const claimByHandDone = async (tx: Tx, keyHash: string, now: Date): Promise<boolean> =>
  (
    await tx.orm
      .update(erasures)
      .set({ doneAt: now, byHand: [] })
      .where(sql`${eq(erasures.keyHash, keyHash)} and ${isNull(erasures.doneAt)}`)
      .returning({ keyHash: erasures.keyHash })
  ).length === 1

const page = prepared<{ keyHash: string; at: Date }>(
  'erasures_page',
  'select key_hash as "keyHash", at from erasures where key_hash > $1 order by key_hash limit 1000',
)

/** Reads the whole list for the operator, in pages. */
export async function* readErasures(db: Queryable): AsyncGenerator<{ keyHash: string; at: Date }> {
  for (let after = ''; ; ) {
    const rows = await page(db, [after])
    yield* rows
    if (rows.length < 1000) return
    after = rows.at(-1)!.keyHash
  }
}

const identities = prepared<{ id: number; identity: string | null; createdAt: Date }>(
  'privacy_identities',
  `select p.id, ${IDENTITY} as identity, p.created_at as "createdAt" from people p where p.id > $1 and p.erased_at is null order by p.id limit 1000`,
)

/** Reads everybody, in pages, with what their hash is made of. */
export async function* readIdentities(db: Queryable) {
  for (let after = 0; ; ) {
    const rows = await identities(db, [after])
    yield* rows
    if (rows.length < 1000) return
    after = rows.at(-1)!.id
  }
}

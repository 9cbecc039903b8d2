import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Queryable } from '#src/core/db/db.ts'
import type { ClipRow } from './clips.ts'
import { clips } from './schema/clips.ts'

/** Takes a clip to make its files. Null if another process has it, or if it is made. */
export const claimClip = async (
  db: Queryable,
  { clipId, claim, now, until }: { clipId: number; claim: string; now: Date; until: Date },
): Promise<ClipRow | null> => {
  const free = or(isNull(clips.claimedUntil), lt(clips.claimedUntil, now))
  const [row] = await db.orm
    .update(clips)
    .set({ claim, claimedUntil: until })
    .where(and(eq(clips.id, clipId), eq(clips.state, 'processing'), free))
    .returning()
  return row ?? null
}

/** Extends a claim. Returns false if it was lost. */
export const renewClaim = async (
  db: Queryable,
  { clipId, claim, progress, until }: { clipId: number; claim: string; progress: number; until: Date },
): Promise<boolean> =>
  (
    await db.orm
      .update(clips)
      .set({ claimedUntil: until, progress })
      .where(and(eq(clips.id, clipId), eq(clips.claim, claim)))
      .returning({ id: clips.id })
  ).length === 1

export const releaseClip = async (
  db: Queryable,
  { clipId, claim }: { clipId: number; claim: string },
): Promise<void> => {
  await db.orm
    .update(clips)
    .set({ claim: null, claimedUntil: null })
    .where(and(eq(clips.id, clipId), eq(clips.claim, claim)))
}

/** Frees clips whose process died: their claim has run out. Returns each once. */
export const freeLostClips = (db: Queryable, now: Date): Promise<{ id: number }[]> =>
  db.orm
    .update(clips)
    .set({ claim: null, claimedUntil: null })
    .where(and(eq(clips.state, 'processing'), lt(clips.claimedUntil, now)))
    .returning({ id: clips.id })

/** Lists clips that led to nothing and have not changed since an instant. */
export const listAbandonedClips = (db: Queryable, before: Date): Promise<ClipRow[]> =>
  db.orm
    .select()
    .from(clips)
    .where(and(inArray(clips.state, ['recorded', 'failed', 'sent_back']), lt(clips.updatedAt, before)))
    .orderBy(asc(clips.id))
    .limit(100)

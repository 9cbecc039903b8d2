import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { partNames } from './rules/upload.ts'
import { freeLostClips, listAbandonedClips } from './store/claims.ts'
import { deleteClips, listUnusedNames } from './store/clips.ts'
import { deleteUpload, listStaleUploads } from './store/uploads.ts'

/** Queues clips again whose process died. */
export const tidyClips = ({ db, clock, jobs }: Needs<'clock' | 'db' | 'jobs'>): Promise<void> =>
  inTransaction(db, async tx => {
    for (const { id } of await freeLostClips(tx, clock.now())) await jobs.send(tx, 'process-clip', { clipId: id })
  })

/** Deletes files of deleted clips from the storage. Keeps files that another clip uses. */
export const removeClipFiles = async (
  { db, clipStorage }: Needs<'clipStorage' | 'db'>,
  names: string[],
): Promise<void> => {
  for (const name of await listUnusedNames(db, names)) await clipStorage.remove(name)
}

/** An upload without a new part for so long is given up. */
const UPLOAD_DAYS = 7

/** Deletes uploads that were given up, and clips that led to nothing and did not change for `days`. */
export const deleteOldClips = async (
  { db, clock, jobs }: Needs<'clock' | 'db' | 'jobs'>,
  days: number,
): Promise<void> => {
  const before = (ago: number) => new Date(clock.now().getTime() - ago * DAY_MS)
  for (const { hash, chunks } of await listStaleUploads(db, before(UPLOAD_DAYS)))
    await inTransaction(db, async tx => {
      await deleteUpload(tx, hash)
      const names = partNames({ sourceHash: hash, sourceChunks: chunks + 1 })
      await jobs.send(tx, 'remove-clip-files', { names })
    })
  for (;;) {
    const old = await listAbandonedClips(db, before(days))
    if (old.length === 0) return
    await inTransaction(db, async tx => {
      const names = await deleteClips(
        tx,
        old.map(clip => clip.id),
      )
      await jobs.send(tx, 'remove-clip-files', { names })
    })
  }
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import type { ClipStorage } from '#src/signs/clips/storage.ts'
import { SAMPLE_CONSENT, SAMPLE_CONSENT_IN_SPANISH } from '#src/signs/rules/clips/consent.ts'
import { clipConsents, clipConsentTexts, clipFiles, clipSigners, clips } from '#src/signs/store/schema/clips.ts'

/** Clips that say that they are test clips (test/support/make-test-clips.mjs), by the sign whose player they try out. */
const TEST_CLIPS = [
  { sign: 'good', file: 'test-clip-1' },
  { sign: 'fine', file: 'test-clip-2' },
]
const SIGNER = 'Test picture (no signer)'

/** Publishes the test clips of a folder once, so that the player can be tried. */
export const seedTestClips = async ({
  db,
  storage,
  folder,
  timezone,
  now,
}: {
  db: Database
  storage: ClipStorage
  folder: string
  timezone: string
  now: Date
}): Promise<void> => {
  if ((await db.orm.select({ id: clips.id }).from(clips).limit(1)).length > 0) return
  const made = await Promise.all(
    TEST_CLIPS.map(async ({ sign, file }) => ({
      sign,
      fileName: `${file}.mp4`,
      files: [
        await store(storage, folder, { role: 'video', place: 0, file: `${file}.webm` }),
        await store(storage, folder, { role: 'video', place: 1, file: `${file}.mp4` }),
        await store(storage, folder, { role: 'poster', place: 0, file: `${file}.webp` }),
      ],
    })),
  )
  await inTransaction(db, async tx => {
    await tx.orm
      .insert(clipConsentTexts)
      .values({ version: 1, text: SAMPLE_CONSENT, spanish: SAMPLE_CONSENT_IN_SPANISH, createdAt: now })
      .onConflictDoNothing()
    const [signer] = await tx.orm.insert(clipSigners).values({ name: SIGNER, createdAt: now }).returning()
    const day = dayOf(now, timezone)
    const [given] = await tx.orm
      .insert(clipConsents)
      .values({ signerId: signer!.id, version: 1, givenOn: day, how: 'paper', note: SIGNER, createdAt: now })
      .returning()
    for (const { sign, fileName, files } of made) {
      const [clip] = await tx.orm
        .insert(clips)
        .values({
          sign,
          fileName,
          state: 'published',
          signerId: signer!.id,
          consentId: given!.id,
          recordedOn: day,
          sourceHash: files[1]!.name.split('.')[0]!,
          sourceBytes: files[1]!.bytes,
          sourceChunks: 0,
          duration: 2.5,
          fps: 30,
          publishedAt: now,
        })
        .onConflictDoNothing()
        .returning()
      if (clip) await tx.orm.insert(clipFiles).values(files.map(file => ({ ...file, clipId: clip.id })))
    }
  })
}

const store = async (
  storage: ClipStorage,
  folder: string,
  { file, ...given }: { role: 'video' | 'poster'; place: number; file: string },
) => {
  const path = join(folder, file)
  const content = await readFile(path)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const name = `${sha256}.${file.split('.')[1]}`
  await storage.put(name, { path, bytes: content.length, sha256 })
  return { ...given, name, bytes: content.length, width: 640, height: 360 }
}

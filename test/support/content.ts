import { resolve } from 'node:path'
import type { Library } from '#src/domain/content.ts'
import { needContent } from '#src/store/content.ts'
import type { Database } from '#src/store/db.ts'
import { replaceLibrary } from '#src/store/queries/content.ts'
import { inTransaction } from '#src/store/transaction.ts'

export const contentFolder = resolve(import.meta.dirname, '../../content')

let read: ReturnType<typeof needContent> | undefined
/** The sample content, checked once. */
export const sampleContent = (): ReturnType<typeof needContent> => {
  read ??= needContent(contentFolder, ['videos.sproutvideo.com'])
  return read
}

/** Stores content in a test's database: the sample, or a changed one. */
export const withContent = async (db: Database, change: Partial<Library> = {}): Promise<Library> => {
  const { library: sample, fingerprint } = await sampleContent()
  const library = { ...sample, ...change }
  await inTransaction(db, tx =>
    replaceLibrary(tx, library, { origin: 'shipped', fingerprint, now: new Date('2026-11-21T15:00:00Z') }),
  )
  return library
}

import { resolve } from 'node:path'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { getContent } from '#src/signs/content/load-content.ts'
import type { Library } from '#src/signs/rules/content.ts'
import { replaceLibrary } from '#src/signs/store/content.ts'

export const contentFolder = resolve(import.meta.dirname, '../../content')

let read: ReturnType<typeof getContent> | undefined
/** The sample content, checked once. */
export const sampleContent = (): ReturnType<typeof getContent> => {
  read ??= getContent(contentFolder, ['videos.sproutvideo.com'])
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

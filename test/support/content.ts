import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { Library } from '#src/signs/rules/content.ts'
import { replaceLibrary } from '#src/signs/store/content.ts'

export const contentFolder = resolve(import.meta.dirname, '../../content')

interface Sample {
  fingerprint: string
  library: Library
}

const checked = async (): Promise<Sample> => {
  const { getContent } = await import('#src/signs/content/load-content.ts')
  return getContent(contentFolder, ['videos.sproutvideo.com'])
}

const fileIn = (compiled: string): string => join(compiled, 'content.v8')

/** Keeps the checked content for the tests of a run: reading it takes each of them 0.4 s of CPU. */
export const keepContent = async (compiled: string): Promise<void> =>
  writeFileSync(fileIn(compiled), serialize(await sampleContent()))

let read: Promise<Sample> | undefined
/** The sample content, checked once. */
export const sampleContent = (): Promise<Sample> => {
  const { TEST_COMPILED: compiled } = process.env
  read ??= compiled ? Promise.resolve(deserialize(readFileSync(fileIn(compiled)))) : checked()
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

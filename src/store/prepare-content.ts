import type { Content } from '../domain/content.ts'
import { fingerprintOf, readFolder } from './content/folder.ts'
import type { Database } from './db.ts'
import { findContentState, findPart, lockContent, type Origin, replaceLibrary } from './queries/content.ts'
import { inTransaction } from './transaction.ts'

interface Options {
  folder: string
  videoHosts: string[]
  now: Date
}

/**
 * Loads a checked folder into the database, all or nothing. From then on it is what every server shows. The readers are
 * loaded here: a start that finds its content in place does without Markdown, YAML and CSV.
 */
export const importContent = async (db: Database, { folder, videoHosts, now }: Options, origin: Origin) => {
  const { needContent } = await import('./content.ts')
  const { fingerprint, library } = await needContent(folder, videoHosts)
  await inTransaction(db, async tx => {
    await lockContent(tx)
    await replaceLibrary(tx, library, { origin, fingerprint, now })
  })
  return library
}

/**
 * At start: our own sample goes into a database that holds no content, or an older state of it. What a publisher has
 * imported stays. Answers what every page needs.
 */
export const prepareContent = async (db: Database, options: Options): Promise<Content> => {
  const state = await findContentState(db)
  const ours = state?.origin !== 'own'
  const changed = async () => state?.fingerprint !== fingerprintOf(await readFolder(options.folder), options.videoHosts)
  if (ours && (await changed())) await importContent(db, options, 'shipped')
  const content = await findPart(db, 'everywhere')
  if (!content) throw new Error('the content that was imported is gone')
  return content
}

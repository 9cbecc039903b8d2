import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import type { Content } from '../rules/content.ts'
import { findContentPart, findContentState, lockContent, type Origin, replaceLibrary } from '../store/content.ts'
import { fingerprintOf, readFolder, type StoreFile, storeHelpFiles } from './folder.ts'

interface Options {
  folder: string
  videoHosts: string[]
  now: Date
  /** Keeps a file where all servers find it. Without it, files stay in the folder. */
  store?: StoreFile
}

/**
 * Checks a folder and loads it into the database, all or nothing; every server then shows it. The content parsers are
 * imported here, so that a start that needs no import does not load Markdown, YAML and CSV. Throws OperatorError when
 * the content has problems.
 */
export const importContent = async (db: Database, { folder, videoHosts, now, store }: Options, origin: Origin) => {
  const { getContent } = await import('./load-content.ts')
  const { fingerprint, library } = await getContent(folder, videoHosts)
  // Files are stored first, because rows in the database name them.
  if (store) await storeHelpFiles(folder, store)
  await inTransaction(db, async tx => {
    await lockContent(tx)
    await replaceLibrary(tx, library, { origin, fingerprint, now })
  })
  return library
}

/**
 * Loads our sample content at start when the database holds none, or an older version of it. Keeps content a publisher
 * has imported. Returns the content that every page needs.
 */
export const prepareContent = async (db: Database, options: Options): Promise<Content> => {
  const state = await findContentState(db)
  const ours = state?.origin !== 'own'
  const changed = async () => state?.fingerprint !== fingerprintOf(await readFolder(options.folder), options.videoHosts)
  if (ours && (await changed())) await importContent(db, options, 'shipped')
  // The database may come from the build, which has no storage.
  else if (ours && options.store) await storeHelpFiles(options.folder, options.store)
  const content = await findContentPart(db, 'everywhere')
  if (!content) throw new Error('the imported content is missing from the database')
  return content
}

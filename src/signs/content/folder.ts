import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { OperatorError } from '#src/core/rules/operator-error.ts'

export interface ContentFile {
  /** Path relative to the folder, with slashes, such as signs/unit-03.csv. */
  file: string
  bytes: Buffer
}

/**
 * Returns every file of a content folder, sorted by name, without hidden and README.md files. Throws OperatorError when
 * the folder does not exist.
 */
export const readFolder = async (folder: string): Promise<ContentFile[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new OperatorError(`${folder}: no such folder`)
  })
  const names = found
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(name => !/(^|\/)(\.|README\.md$)/.test(name))
    .sort()
  // Synchronous reads: every start reads these small files, and waiting for each takes longer than reading it.
  return names.map(file => ({ file, bytes: readFileSync(join(folder, file)) }))
}

/** Increase when the reader's output for the same files changes. */
const READER = 5

/** Returns a hash of the folder's files and of the allowed video hosts. */
export const fingerprintOf = (files: ContentFile[], videoHosts: string[]): string => {
  const hash = createHash('sha256').update(JSON.stringify([READER, videoHosts]))
  for (const { file, bytes } of files) hash.update(`${file}\0${bytes.length}\0`).update(bytes)
  return hash.digest('hex')
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { OperatorError } from '../../domain/operator-error.ts'

export interface ContentFile {
  /** From the folder, with slashes: signs/unit-03.csv. */
  file: string
  bytes: Buffer
}

/** Every file of a content folder in order of name; hidden ones, and README files for its authors, are left out. */
export const readFolder = async (folder: string): Promise<ContentFile[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new OperatorError(`${folder}: there is no such folder`)
  })
  const names = found
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(name => !/(^|\/)(\.|README\.md$)/.test(name))
    .sort()
  // One by one: every start reads them, and a small file costs more to wait for than to read.
  return names.map(file => ({ file, bytes: readFileSync(join(folder, file)) }))
}

/** Raised when the same files would be read another way. */
const READER = 2

/** Changes with any byte of the folder, and with what may be embedded. */
export const fingerprintOf = (files: ContentFile[], videoHosts: string[]): string => {
  const hash = createHash('sha256').update(JSON.stringify([READER, videoHosts]))
  for (const { file, bytes } of files) hash.update(`${file}\0${bytes.length}\0`).update(bytes)
  return hash.digest('hex')
}

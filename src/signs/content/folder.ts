import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import type { HelpFile } from '#src/messages/rules/signed-help.ts'

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
const READER = 8

/** Returns a hash of the folder's files and of the allowed video hosts. */
export const fingerprintOf = (files: ContentFile[], videoHosts: string[]): string => {
  const hash = createHash('sha256').update(JSON.stringify([READER, videoHosts]))
  for (const { file, bytes } of files) hash.update(`${file}\0${bytes.length}\0`).update(bytes)
  return hash.digest('hex')
}

/** Files of signed help: a text, and beside it a video, captions and a picture of the same name. */
export const HELP_FILE = /^([a-z]{2}\/)?help\/[a-z_-]+\.(md|mp4|webm|webp|vtt)$/

/** Returns true for a video, captions or a picture of signed help. */
export const isHelpMedia = (file: string): boolean => HELP_FILE.test(file) && !file.endsWith('.md')

/** Lists the videos, captions and pictures without a text of the same name. */
export const listHelpWithoutText = (files: ContentFile[]): string[] => {
  const names = new Set(files.map(({ file }) => file))
  return [...names].filter(file => isHelpMedia(file) && !names.has(file.replace(/\.\w+$/, '.md')))
}

/** Keeps a file of this machine by a name. */
export type StoreFile = (name: string, file: { path: string; bytes: number; sha256: string }) => Promise<void>

const hashOf = ({ bytes }: ContentFile): string => createHash('sha256').update(bytes).digest('hex')

/** Returns the name under which a file is stored: the hash of its content. */
export const storedFileOf = (content: ContentFile): HelpFile => ({
  name: `${hashOf(content)}${extname(content.file)}`,
  bytes: content.bytes.length,
})

/** Stores the videos, captions and pictures of signed help. Safe to repeat. */
export const storeHelpFiles = async (folder: string, store: StoreFile): Promise<void> => {
  for (const content of (await readFolder(folder)).filter(({ file }) => isHelpMedia(file))) {
    const { name, bytes } = storedFileOf(content)
    await store(name, { path: join(folder, content.file), bytes, sha256: hashOf(content) })
  }
}

import { createHash } from 'node:crypto'
import { extname, join } from 'node:path'
import type { HelpFile } from '#src/signed-help/rules/help-clip.ts'
import { type ContentFile, readFolder } from './folder.ts'

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

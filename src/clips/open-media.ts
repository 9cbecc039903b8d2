import type { Readable } from 'node:stream'
import type { Needs } from '#src/context.ts'
import { readRange } from './rules/byte-range.ts'
import { mediaTypeOf } from './rules/clip.ts'
import { findMedia } from './store/clips.ts'

interface Media {
  type: string
  bytes: number
  /** False: only the clip studio may see it. */
  published: boolean
  /** The part that was asked for; null for the whole file. */
  range: { from: number; to: number } | 'unsatisfiable' | null
  /** Opens the file, or the part. Null if the storage has lost it. */
  open(): Promise<Readable | null>
}

/** Finds a file of a clip, or of signed help, by its name. Null for any other name. */
export const openMedia = async (
  { db, clipStorage, signedHelp }: Needs<'clipStorage' | 'db' | 'signedHelp'>,
  name: string,
  rangeHeader: string | undefined,
): Promise<Media | null> => {
  const type = mediaTypeOf(name)
  if (!type) return null
  const help = signedHelp.findFile(name)
  const found = help === null ? await findMedia(db, name) : { bytes: help, published: true }
  if (!found) return null
  const range = readRange(rangeHeader, found.bytes)
  const part = range === 'unsatisfiable' || range === null ? undefined : range
  return { type, ...found, range, open: () => clipStorage.read(name, part) }
}

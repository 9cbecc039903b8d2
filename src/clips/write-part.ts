import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SNIFF_BYTES } from './rules/sniff.ts'

/** A file that was written in the work folder. `remove` deletes it. */
interface WrittenPart {
  path: string
  bytes: number
  sha256: string
  /** The first bytes, for `sniffContainer`. */
  first: Uint8Array
  remove(): Promise<void>
}

/** Writes a stream to the disk without keeping it in memory. Reads at most one byte more than expected. */
export const writePart = async (folder: string, body: Readable, expected: number): Promise<WrittenPart> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `part-${randomUUID()}`)
  const hash = createHash('sha256')
  let bytes = 0
  let first = Buffer.alloc(0)
  async function* measured() {
    for await (const piece of body) {
      bytes += piece.length
      if (first.length < SNIFF_BYTES) first = Buffer.concat([first, piece]).subarray(0, SNIFF_BYTES)
      hash.update(piece)
      if (bytes > expected) return
      yield piece
    }
  }
  const remove = () => rm(path, { force: true })
  try {
    await pipeline(measured(), createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await remove()
    throw error
  }
  return { path, bytes, sha256: hash.digest('hex'), first, remove }
}

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { recordOf } from '#src/core/rules/guards.ts'
import type { ClipStorage } from './storage.ts'

const isMissing = (error: unknown): boolean => recordOf(error).code === 'ENOENT'

/** Keeps files in a folder of this machine. A file appears whole or not at all. */
export const makeFolderStorage = (folder: string): ClipStorage => ({
  async put(name, { path }) {
    const to = join(folder, name)
    const half = join(folder, `.half-${randomUUID()}`)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    try {
      await copyFile(path, half)
      await rename(half, to)
    } finally {
      await rm(half, { force: true })
    }
  },
  async read(name, range) {
    try {
      const file = await open(join(folder, name))
      return createReadStream('', { fd: file, ...(range ? { start: range.from, end: range.to } : {}) })
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  },
  remove: name => rm(join(folder, name), { force: true }),
})

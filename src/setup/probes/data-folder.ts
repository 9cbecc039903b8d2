import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { recordOf } from '#src/core/rules/guards.ts'
import type { FolderFacts } from '../rules/installation-lines.ts'

/** Writes a small file and removes it. */
export const tryDataFolder = async (folder: string): Promise<FolderFacts> => {
  const file = join(folder, `.setup-test-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, 'x'.repeat(4096))
    await rm(file)
    const { bavail, bsize } = await statfs(folder)
    return { folder, problem: null, freeBytes: bavail * bsize }
  } catch (error) {
    return { folder, problem: String(recordOf(error).code ?? 'unknown'), freeBytes: 0 }
  }
}

import { access, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { recordOf } from './rules/guards.ts'

/**
 * Creates a folder for this user only, with its parents. Node's own `recursive` never ends where a parent exists and takes
 * no folders, as /proc does.
 */
export const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = recordOf(error)
    if (code === 'EEXIST') return
    const hasParent = await access(dirname(folder)).then(
      () => true,
      () => false,
    )
    if (code !== 'ENOENT' || hasParent) throw error
    await makeFolder(dirname(folder))
    await makeFolder(folder)
  }
}

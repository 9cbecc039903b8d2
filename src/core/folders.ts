import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { recordOf } from './rules/guards.ts'
import { OperatorError } from './rules/operator-error.ts'

/** Creates one folder for this user only, unless it exists. Returns false if its parent is missing. */
const makeOne = async (folder: string): Promise<boolean> => {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = recordOf(error)
    if (code === 'ENOENT') return false
    if (code !== 'EEXIST') throw error
  }
  return true
}

/** Creates a folder for this user only, with its parents. Node's own `recursive` never ends below /proc. */
export const makeFolder = async (folder: string): Promise<void> => {
  if (await makeOne(folder)) return
  await makeFolder(dirname(folder))
  if (!(await makeOne(folder))) throw new OperatorError(`${dirname(folder)} takes no folders`)
}

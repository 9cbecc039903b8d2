import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseConfig } from './config.ts'
import { makeDoor } from './http/door.ts'
import { openEarly } from './open-early.ts'
import { endWith, explainStart } from './start-problem.ts'

/** The only reader of the environment and of the command line, but for the build. What is imported here, a start waits for. */
const root = (() => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) throw new Error(`no package.json above ${import.meta.dirname}`)
    folder = dirname(folder)
  }
  return folder
})()

const run = async (name = 'serve', ...args: string[]): Promise<void> => {
  const config = parseConfig(process.env)
  const migrationsFolder = join(root, 'migrations')
  const door = makeDoor()
  const opening = name === 'serve' ? openEarly(door, config, migrationsFolder) : undefined
  const letGo = await opening?.catch(error => endWith(explainStart(error, config)))
  const { runCommand } = await import('./commands.ts')
  await runCommand({ config, root, migrationsFolder, door }, name, args)
  await letGo?.()
}

run(...process.argv.slice(2)).catch(endWith)

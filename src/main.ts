import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { parseConfig } from './config.ts'
import { exitWithError } from './core/start-error.ts'

/** The only reader of the environment and of the command line, but for the build. */
const root = (() => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) throw new Error(`no package.json above ${import.meta.dirname}`)
    folder = dirname(folder)
  }
  return folder
})()

// From Node 22.8 on, compiled code is cached between starts. Node 20 has no such cache, nor its type.
const { enableCompileCache } = module as { enableCompileCache?: () => void }
enableCompileCache?.()

const run = async (name = 'serve', ...args: string[]): Promise<void> => {
  const config = parseConfig(process.env)
  const { runCommand } = await import('./commands.ts')
  await runCommand({ config, root, migrationsFolder: join(root, 'migrations') }, name, args)
}

const args = process.argv.slice(2)
// Without anything to wait for, Node would end a command that is not done as if it were.
const exitEarly = () => exitWithError(new Error('ended before it was done'), args)
process.once('beforeExit', exitEarly)
run(...args).then(
  () => process.off('beforeExit', exitEarly),
  error => exitWithError(error, args),
)

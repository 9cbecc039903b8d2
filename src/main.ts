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

run(...process.argv.slice(2)).catch(error => exitWithError(error, process.argv[2]))

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'

/** What ran, by the file in which what V8 had compiled of it is kept. */
export const scripts = new Map<string, Script>()

type Wrapped = (require: NodeJS.Require, module: { exports: object }, filename: string, dirname: string) => void

/**
 * Runs a script of the build (src/build.ts) without compiling it again, which was a third of a start. V8 refuses what
 * another version of Node has kept, or Node under other flags of V8, and compiles as ever. `module.enableCompileCache`
 * would do the same from Node 22.8 on.
 */
export const runCompiled = (filename: string): object => {
  const kept = `${filename}.v8`
  const cachedData = existsSync(kept) ? readFileSync(kept) : undefined
  // esbuild writes ASCII; the file is a function already.
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData })
  scripts.set(kept, script)
  const run: Wrapped = script.runInThisContext()
  const folder = dirname(filename)
  const require = createRequire(filename)
  const module = { exports: {} }
  const requireOrRun = (id: string) => (id.startsWith('./') ? runCompiled(join(folder, id)) : require(id))
  run(Object.assign(requireOrRun, require), module, filename, folder)
  return module.exports
}

import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'

/** Both made by the build (src/build.ts): the server in one file, and what V8 had compiled of it once it served. */
const fileIn = (folder: string) => join(folder, 'server.cjs')
export const cacheIn = (folder: string) => join(folder, 'server.v8')

type Wrapped = (require: NodeJS.Require, module: object, filename: string, dirname: string) => void

/**
 * Runs the built server without compiling it again, which was a third of a start. V8 refuses what another version of
 * Node has kept, or Node under other flags of V8, and compiles as ever. `module.enableCompileCache` would do the same
 * from Node 22.8 on.
 */
export const runCompiled = (folder: string): Script => {
  const filename = fileIn(folder)
  const kept = cacheIn(folder)
  const cachedData = existsSync(kept) ? readFileSync(kept) : undefined
  // esbuild writes ASCII; the file is a function already (src/build.ts).
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData })
  const run: Wrapped = script.runInThisContext()
  run(createRequire(filename), { exports: {} }, filename, dirname(filename))
  return script
}

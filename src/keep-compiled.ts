import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { cacheIn, runCompiled } from './compiled.ts'

/** The build runs this: the server as it is, until it is told that it has served what is served first. */
const folder = process.env.COMPILED ?? ''
// What ran once is thrown away after a while, and just that is wanted. The flag must be as ever when the code is kept.
setFlagsFromString('--no-flush-bytecode')
const script = runCompiled(folder)
process.once('message', () => {
  setFlagsFromString('--flush-bytecode')
  writeFileSync(cacheIn(folder), script.createCachedData())
  process.exit(0)
})

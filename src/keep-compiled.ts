import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runCompiled, scripts } from './compiled.ts'

/** The build runs this: the server as it is, until it is told that it has served what is served first. */
// What ran once is thrown away after a while, and just that is wanted. The flag must be as ever when the code is kept.
setFlagsFromString('--no-flush-bytecode')
runCompiled(process.env.COMPILED ?? '')
process.once('message', () => {
  setFlagsFromString('--flush-bytecode')
  for (const [kept, script] of scripts) writeFileSync(kept, script.createCachedData())
  process.exit(0)
})

import { type Ended, portIn, runMain } from '../../support/running.ts'
import type { Test } from '../../support/test.ts'
import { until } from '../../support/until.ts'

/** Says why a process ended: our SIGKILL, or the last sentence that it wrote, before a stack. */
const reasonOf = ({ signal, code }: Ended, output: string): string => {
  if (signal === 'SIGKILL') return 'killed'
  const sentence = output
    .trim()
    .split('\n')
    .findLast(line => !/^\s*(at |\}|$)/.test(line))
  return `exit ${code}: ${sentence?.slice(0, 160)}`
}

/** Returns the errors in a log: each reply of 500 and what stopped. */
const errorsIn = (output: string): string[] =>
  [...output.matchAll(/^\{"level":"error".*"err":\{"type":"\w+","message":"([^"]*)"/gm)].map(m => `error: ${m[1]}`)

/** A server process that starts again whenever it ends. `reasons` lists why it did, `errors` what it logged. */
export const keepRunning = async (t: Test, env: Record<string, string>, port: number) => {
  let stopping = false
  const reasons: string[] = []
  const errors: string[] = []
  let server = runMain(t, [], { ...env, PORT: `${port}` })
  const watch = (): void =>
    void server.ended.then(ended => {
      if (stopping) return
      reasons.push(reasonOf(ended, server.output()))
      errors.push(...errorsIn(server.output()))
      server = runMain(t, [], { ...env, PORT: `${port}` })
      watch()
    })
  watch()
  t.teardown(() => {
    stopping = true
  })
  await until('the server listens', () => {
    if (reasons.length > 0) throw new Error(reasons.join())
    return portIn(server.output())
  })
  return { kill: () => server.kill('SIGKILL'), reasons, errors: () => [...errors, ...errorsIn(server.output())] }
}

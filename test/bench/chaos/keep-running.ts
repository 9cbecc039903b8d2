import { type Ended, portIn, runMain } from '../../support/running.ts'
import type { Test } from '../../support/test.ts'
import { until } from '../../support/until.ts'

/** Says why a process ended: our SIGKILL, or the last line that it wrote. */
const reasonOf = ({ signal, code }: Ended, output: string): string => {
  if (signal === 'SIGKILL') return 'killed'
  const [last = ''] = output.trim().split('\n').slice(-1)
  return `exit ${code}: ${last.slice(0, 160)}`
}

/** A server process that starts again whenever it ends. `reasons` lists why it did. */
export const keepRunning = async (t: Test, env: Record<string, string>, port: number) => {
  let stopping = false
  const reasons: string[] = []
  let server = runMain(t, [], { ...env, PORT: `${port}` })
  const watch = (): void =>
    void server.ended.then(ended => {
      if (stopping) return
      reasons.push(reasonOf(ended, server.output()))
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
  return { kill: () => server.kill('SIGKILL'), reasons }
}

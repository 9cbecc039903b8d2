import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from '../../support/test.ts'
import { countUnfinished, listWrong } from './books.ts'
import { runFaults } from './faults.ts'
import { runLoad } from './load.ts'
import { keepRunning, makeWorld } from './world.ts'

/**
 * `npm run bench -- chaos [--quick]`: two production processes under load while processes are killed and the database
 * and all services fail. Afterwards the books must be balanced within five minutes. Exits with 1 if they are not.
 */
const isQuick = process.argv.includes('--quick')
const plan = isQuick ? { seconds: 60, kills: 10 } : { seconds: 180, kills: 31 }
const SETTLE_MS = 5 * 60_000

const ends: (() => unknown)[] = []
const t = { teardown: (end: () => unknown) => void ends.unshift(end) } as unknown as Test
const world = await makeWorld(t)
const servers = [await keepRunning(t, world.env, world.ports[0]!), await keepRunning(t, world.env, world.ports[1]!)]

let isOver = false
const load = runLoad(world, () => isOver)
await runFaults(world, servers, plan)
isOver = true
const counts = await load
const began = performance.now()
const problems = async () => {
  const unfinished = await countUnfinished(world)
  return [...(await listWrong(world)), ...(unfinished > 0 ? [`${unfinished} jobs that are not done`] : [])]
}
let left = await problems()
while (left.length > 0 && performance.now() - began < SETTLE_MS) {
  await pause(2000)
  left = await problems()
}
const settled = Math.round((performance.now() - began) / 1000)
console.table(counts)
console.log(`${servers.reduce((sum, s) => sum + s.starts(), 0) - 2} restarts in ${plan.seconds} s`)
console.log(
  left.length === 0 ? `The books were balanced after ${settled} s.` : `After ${settled} s: ${left.join('; ')}.`,
)
for (const end of ends) await end()
process.exit(left.length === 0 ? 0 : 1)

import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from '../../support/test.ts'
import { countUnfinished, listWrong, waitsOfPayers } from './books.ts'
import { runFaults } from './faults.ts'
import { keepRunning } from './keep-running.ts'
import { runLoad } from './load.ts'
import { makeWorld } from './world.ts'

/**
 * `npm run bench -- chaos [--quick]`: two production processes under load while processes are killed and the database
 * and all services fail. Afterwards the books must be balanced within five minutes, and each person who paid must be in
 * within five minutes of the payment. Exits with 1 if not.
 */
const isQuick = process.argv.includes('--quick')
const plan = isQuick ? { seconds: 60, kills: 10 } : { seconds: 180, kills: 31 }
const SETTLE_MS = 5 * 60_000

const ends: (() => unknown)[] = []
const t = { teardown: (end: () => unknown) => void ends.unshift(end) } as unknown as Test
const world = await makeWorld(t)
const servers = [await keepRunning(t, world.env, world.ports[0]!), await keepRunning(t, world.env, world.ports[1]!)]

const countBy = (names: string[]) => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

let isOver = false
const load = runLoad(world, () => isOver)
await runFaults(world, servers, plan)
isOver = true
const done = await load
const began = performance.now()
const problems = async () => {
  const unfinished = await countUnfinished(world)
  return [...(await listWrong(world, done)), ...(unfinished > 0 ? [`${unfinished} jobs that are not done`] : [])]
}
let left = await problems()
while (left.length > 0 && performance.now() - began < SETTLE_MS) {
  await pause(2000)
  left = await problems()
}
const settled = Math.round((performance.now() - began) / 1000)
const waits = await waitsOfPayers(world, done.paidAt)
const late = waits.filter(ms => ms > SETTLE_MS).length
const seconds = (share: number) => Math.round((waits.at(Math.ceil(share * waits.length) - 1) ?? 0) / 1000)
console.table(done.counts)
console.table(countBy(servers.flatMap(server => server.reasons)))
console.table(countBy(servers.flatMap(server => server.errors())))
console.log(`${waits.length} paid by card; half were in within ${seconds(0.5)} s, all within ${seconds(1)} s`)
console.log(
  left.length === 0 ? `The books were balanced after ${settled} s.` : `After ${settled} s: ${left.join('; ')}.`,
)
for (const end of ends) await end()
process.exit(left.length === 0 && late === 0 ? 0 : 1)

import type pg from 'pg'
import { makeVault } from '#src/core/crypto.ts'
import type { Child } from '../child.ts'
import { median, type Request, run } from '../load.ts'
import { postgresCpu } from '../postgres-cpu.ts'
import { signedLaunch } from '../signed-launch.ts'

/** Microseconds of CPU of one request. */
export interface Cost {
  node: number
  postgres: number
}

const ROUNDS = 3
const AMOUNT = 2000

/** Measures the CPU time of launches of new people into many courses, of a page of theirs, and of the same launches again. */
export const measureLaunches = async (client: pg.Client, child: Child, appSecret: string) => {
  const sealed = makeVault({ appSecret }, 'consumer secret').seal('demo-secret')
  await client.query(
    `insert into consumers (key, name, sealed_secret) values ('twa_demo', 'School of the bench', $1) on conflict do nothing`,
    [sealed],
  )
  const { rows } = await client.query<{ token: string }>(
    "select token from entitlements where kind = 'enrollment' and processed_at is null limit $1",
    [AMOUNT],
  )
  const launch = (round: number) => (amount: number) =>
    Array.from({ length: amount }, (_, n): Request => {
      const body = signedLaunch(child.base, `bench-${n % 500}`, `bench-${round}-${n}`)
      return { method: 'POST', path: '/lti/launch', body }
    })
  const pages = () => rows.map(({ token }): Request => ({ method: 'GET', path: `/lti/pay?token=${token}` }))
  const measure = async (requests: (round: number) => (amount: number) => Request[], status: number): Promise<Cost> => {
    const costs: Cost[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const before = await postgresCpu(client)
      const { cpu } = await run({ child, requests: requests(round), status }, AMOUNT)
      costs.push({ node: cpu, postgres: (((await postgresCpu(client)) - before) * 1000) / AMOUNT })
    }
    return { node: median(costs.map(c => c.node)), postgres: median(costs.map(c => c.postgres)) }
  }
  return {
    'a first launch': await measure(launch, 303),
    'a later launch': await measure(launch, 303),
    'the payment page': await measure(() => pages, 200),
  }
}

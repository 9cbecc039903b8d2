import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

interface Step {
  /** The number in the name of the file. */
  number: number
  /** By `performance.now()`. */
  doneAt: number
}

const EVERY_MS = 50

/** Notes when each migration is committed, until it is stopped. */
export const watchMigrations = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const count = async (): Promise<number> =>
    (await client.query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows[0].n
  const steps: Step[] = []
  let done = await count()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const now = await count()
      while (done < now) steps.push({ number: done++, doneAt: performance.now() })
      await wait(EVERY_MS)
    }
  })()
  const stop = async (): Promise<Step[]> => {
    isOver = true
    await watching
    await client.end()
    return steps
  }
  return { stop }
}

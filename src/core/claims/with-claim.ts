import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, prepared } from '../db/db.ts'

interface Timing {
  /** A claim is free again after this. The signal aborts the work a second earlier. */
  claimMs?: number
  /** Time to wait for a claim of others. */
  waitMs?: number
}

const PAUSE_MS = 200
const MARGIN_MS = 1000

/**
 * Runs `work` while no other work with the same name runs, in this or any other process, for example calls to an outside
 * service. Holds a row and no connection. `work` must pass the signal to every call it makes. Throws if the claim is not
 * free in time.
 */
export const withClaim = async <T>(
  db: Database,
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
  { claimMs = 40_000, waitMs = 60_000 }: Timing = {},
): Promise<T> => {
  const holder = randomUUID()
  for (let waited = 0; ; waited += PAUSE_MS) {
    // Starts before the claim, so that it ends before the claim does.
    const signal = AbortSignal.timeout(claimMs - MARGIN_MS)
    const [claimed] = await take(db, [name, holder, claimMs / 1000])
    if (claimed) return await work(signal).finally(() => release(db, [name, holder]).catch(() => {}))
    if (waited >= waitMs) throw new Error(`${name} is in use by another process`)
    await pause(PAUSE_MS)
  }
}

const take = prepared(
  'claim_take',
  `insert into claims (name, holder, until) values ($1, $2, now() + make_interval(secs => $3))
   on conflict (name) do update set holder = excluded.holder, until = excluded.until where claims.until <= now()
   returning name`,
)

/** If the database cannot be reached, the claim expires at its end. */
const release = prepared('claim_release', 'delete from claims where name = $1 and holder = $2')

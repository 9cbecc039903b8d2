import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { mintReference } from '../crypto.ts'
import { type Database, prepared, type Queryable } from '../db/db.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../rules/time.ts'

const PAUSE_MS = 200
const MARGIN_MS = 1000

/**
 * Runs `work` while no other work with the same name runs, in this or any other process, for example calls to an outside
 * service. Holds a row and no connection. `work` must pass the signal to every call it makes. Throws if the claim is not
 * free in time: `claimMs` after it was taken, a second after the signal aborted its work.
 */
export const withClaim = async <T>(
  db: Database,
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
  { claimMs = 40_000, waitMs = 60_000 } = {},
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

export interface CallKey {
  /** The purpose, of which one call runs at a time, like `refund pi_1`. */
  purpose: string
  key: string
}

interface BegunCall extends CallKey {
  /**
   * 'ready': make the call with this key; another request may be making the same one. 'busy': a call for the same
   * purpose, but with other details, may be under way. 'unclear': an earlier call failed, or has not been answered for
   * long; find out what came of it, then begin again.
   */
  state: 'ready' | 'busy' | 'unclear'
}

/** Stripe keeps a key for at least 24 hours. */
const KEY_MS = 23 * HOUR_MS
/** No call to a provider takes longer. */
const CALL_MS = MINUTE_MS
/** By then the nightly comparison knows what a failed call did. */
const KEPT_MS = 7 * DAY_MS

/**
 * Returns the idempotency key for a call to a provider. The key stays the same until the call has ended or failed: a
 * repeated press, another process and a retry after a lost answer send it again, so the provider acts once. `asked` has the
 * request's details; `checked` is the key of an unclear call that may be replaced now.
 */
export const beginCall = async (
  db: Queryable,
  { purpose, asked, now }: Pick<CallKey, 'purpose'> & { asked: string; now: Date },
  checked?: string,
): Promise<BegunCall> => {
  const minted = mintReference()
  if (checked !== undefined) await renew(db, [purpose, asked, minted, now, checked])
  const [row] = await begin(db, [purpose, asked, minted, now])
  if (!row) throw new Error('a call was neither begun nor found')
  return { purpose, key: row.key, state: row.key === minted ? 'ready' : stateOf(row, asked, now) }
}

interface Row {
  asked: string
  key: string
  beganAt: Date
  usedAt: Date
  failedAt: Date | null
}

const stateOf = (row: Row, asked: string, now: Date): BegunCall['state'] => {
  const age = (since: Date) => now.getTime() - since.getTime()
  if (row.failedAt || age(row.beganAt) >= KEY_MS) return 'unclear'
  if (row.asked === asked) return 'ready'
  return age(row.usedAt) >= CALL_MS ? 'unclear' : 'busy'
}

const begin = prepared<Row>(
  'provider_call_begin',
  `insert into provider_calls as c (purpose, asked, key, began_at, used_at) values ($1, $2, $3, $4, $4)
   on conflict (purpose) do update set used_at = case when c.asked = excluded.asked then excluded.used_at else c.used_at end
   returning asked, key, began_at as "beganAt", used_at as "usedAt", failed_at as "failedAt"`,
)

const renew = prepared(
  'provider_call_renew',
  `update provider_calls set asked = $2, key = $3, began_at = $4, used_at = $4, failed_at = null
   where purpose = $1 and key = $5`,
)

/** Notes that the provider answered with an error. The next call gets another key. */
export const failCall = async (db: Queryable, { purpose, key }: CallKey, now: Date): Promise<void> => {
  await fail(db, [purpose, key, now])
}

const fail = prepared('provider_call_fail', 'update provider_calls set failed_at = $3 where purpose = $1 and key = $2')

export const endCall = async (db: Queryable, { purpose, key }: CallKey): Promise<void> => {
  await end(db, [purpose, key])
}

const end = prepared('provider_call_end', 'delete from provider_calls where purpose = $1 and key = $2')

/** Deletes calls that nobody tried again for a week. */
export const deleteOldCalls = async (db: Queryable, now: Date): Promise<void> => {
  await tidy(db, [new Date(now.getTime() - KEPT_MS)])
}

const tidy = prepared('provider_calls_old', 'delete from provider_calls where used_at < $1')

import { readFile } from 'node:fs/promises'
import type { App, Needs } from '#src/context.ts'
import { systemClock } from '#src/core/clock.ts'
import { type AppSecrets, fingerprintsOf } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { eraseRecords } from './erasures.ts'
import { erasureRefusals } from './rules/erasures.ts'
import { readErasures, readIdentities } from './store/erasures.ts'

const LINE = /^([0-9a-f]{16})\t(\S+)$/

/** Reads the list that `listLines` prints. Throws OperatorError for anything else. */
const parseList = (text: string): Map<string, Date> =>
  new Map(
    text
      .split('\n')
      .filter(line => line.trim())
      .map(line => {
        const [, hash = '', at = ''] = line.match(LINE) ?? []
        const date = new Date(at)
        if (!hash || Number.isNaN(date.getTime())) throw new OperatorError(`This is no line of the list: ${line}`)
        return [hash, date]
      }),
  )

export async function* listLines(db: Database): AsyncGenerator<string> {
  for await (const { keyHash, at } of readErasures(db)) yield `${keyHash}\t${at.toISOString()}`
}

interface Reapplied {
  erased: number
  /** People who cannot be erased now, with the reason. */
  refused: Record<string, number>
}

/**
 * Erases everybody on the list again, after a backup was restored. A person who came back after their erasure stays.
 * May run any number of times.
 */
export const reapplyErasures = async (
  /** `fingerprints` are the keyed hashes of the secrets that lists may have been made with, the current one first. */
  app: Needs<'db' | 'clock' | 'fingerprint'> & { fingerprints: App['fingerprint'][] },
  text: string,
): Promise<Reapplied> => {
  const list = parseList(text)
  const done: Reapplied = { erased: 0, refused: {} }
  for await (const { id, identity, createdAt } of readIdentities(app.db)) {
    const at = identity && app.fingerprints.map(hash => list.get(hash(identity))).find(Boolean)
    if (!at || createdAt > at) continue
    const erased = await inTransaction(app.db, tx =>
      eraseRecords(app, tx, { personId: id, actor: 'system', asked: 'restore', now: app.clock.now() }),
    )
    if (erased.ok) done.erased += erased.records
    // A linked record is erased with the first of its group.
    else if (erased.reason !== 'person_not_found') done.refused[erased.reason] = (done.refused[erased.reason] ?? 0) + 1
  }
  return done
}

const USAGE = `Use one of:
  node dist/server/main.mjs erasures list > FILE
  node dist/server/main.mjs erasures apply FILE`

/** `node dist/server/main.mjs erasures …`: keeps the list of erased people beside a backup. Yields the lines to print. */
export async function* erasuresCommand(db: Database, secrets: AppSecrets, args: string[]): AsyncGenerator<string> {
  const [verb, file] = args
  if (verb === 'list' && args.length === 1) yield* listLines(db)
  else if (verb === 'apply' && file && args.length === 2) {
    const fingerprints = fingerprintsOf(secrets)
    const deps = { db, clock: systemClock, fingerprint: fingerprints[0]!, fingerprints }
    const list = await readFile(file, 'utf8').catch(() => {
      throw new OperatorError(`erasures: ${file} cannot be read`)
    })
    const { erased, refused } = await reapplyErasures(deps, list)
    yield `Records erased again: ${erased}`
    for (const [reason, { message }] of Object.entries(erasureRefusals))
      if (refused[reason]) yield `Not erased yet: ${refused[reason]}. ${message}`
  } else throw new OperatorError(USAGE)
}

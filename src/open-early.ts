import { setTimeout as wait } from 'node:timers/promises'
import { checkAppSecret } from './app-secret.ts'
import type { Config } from './config.ts'
import type { Door } from './http/door.ts'
import { ALL_QUEUES } from './jobs/queue.ts'
import { openDatabase } from './store/db.ts'
import { makeSchemaCheck } from './store/migrate.ts'

/** Whoever asks for our health as soon as we listen is answered first: what comes next keeps the process busy. */
const LOAD_AFTER_MS = 50
/** A database that takes longer is looked at once, by serve.ts. */
const PATIENCE_MS = 1000

/**
 * Listens before most of the program is loaded, where the database is found in order: whoever comes meanwhile waits a
 * moment and is not turned away. Where something is to be done first, or to be told, the door stays closed (serve.ts).
 * Answers what to do once the server stands: the connection is let go, and a stop that was asked for meanwhile begins.
 */
export const openEarly = async (door: Door, config: Config, migrationsFolder: string): Promise<() => Promise<void>> => {
  const { databaseUrl, appSecret, dataDir, demo } = config
  if (!databaseUrl || !appSecret || demo) return async () => {}
  const db = await openDatabase({ databaseUrl, dataDir, patienceMs: PATIENCE_MS })
  const isSchemaCurrent = makeSchemaCheck(migrationsFolder, ALL_QUEUES)
  const isInOrder = async () => {
    if (!(await isSchemaCurrent(db))) return false
    await checkAppSecret(db, appSecret)
    return true
  }
  if (!(await isInOrder().catch(() => false))) return () => db.close()
  let asked: NodeJS.Signals | undefined
  const remember = (signal: NodeJS.Signals) => {
    asked = signal
  }
  process.on('SIGTERM', remember).on('SIGINT', remember)
  await door.open(config, () => isSchemaCurrent(db))
  await Promise.race([door.asked, wait(LOAD_AFTER_MS)])
  return async () => {
    process.off('SIGTERM', remember).off('SIGINT', remember)
    if (asked) process.emit(asked, asked)
    await db.close()
  }
}

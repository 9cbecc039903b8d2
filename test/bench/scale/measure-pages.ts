import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#src/core/db/db.ts'
import { signedInAt } from '../../support/staff.ts'
import { until } from '../../support/until.ts'
import { startChild } from '../child.ts'
import { type Cost, measureLaunches } from './measure-launches.ts'
import { measurePage, type PageSql } from './measure-page.ts'
import { listVisits, type Visit } from './visits.ts'
import { listVisitsOfLists } from './visits-of-lists.ts'

const APP_SECRET = 'a secret of the bench, long enough for anyone'

interface Options {
  databaseUrl: string
  /** The built server. */
  main: string
  dataDir: string
  onPage(visit: Visit, sql: PageSql): void
  onLaunches(what: string, cost: Cost): void
}

/** Work of jobs would count as that of pages: those of the first minute are waited for, later ones do not begin. */
const untilJobsAreDone = async (client: pg.Client): Promise<void> => {
  await wait(60_000)
  await client.query('delete from pgboss.schedule')
  await until('no job is left', async () => {
    const { rows } = await client.query(
      `select count(*)::int as n from pgboss.job where name <> 'dead' and state in ('created', 'retry', 'active') and start_after < now()`,
    )
    return rows[0].n === 0
  })
}

/** Starts the product on a filled database, opens every page of the back office as a manager, then launches. */
export const measurePages = async ({ databaseUrl, main, dataDir, onPage, onLaunches }: Options): Promise<void> => {
  const db = await openDatabase({ databaseUrl, dataDir: '' })
  const cookie = await signedInAt(db).finally(() => db.close())
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: 'off',
    APP_SECRET,
    MAIL_FROM: 'no-reply@signbook.example',
    LOG_LEVEL: 'warn',
  }
  const product = await startChild([main], settings, '/home')
  const client = new pg.Client({ connectionString: databaseUrl })
  try {
    await client.connect()
    await client.query('create extension if not exists pg_stat_statements')
    await untilJobsAreDone(client)
    const read = async (path: string) =>
      (await fetch(product.base + path, { headers: { cookie: `${cookie.name}=${cookie.value}` } })).text()
    for (const visit of [...(await listVisits(client, APP_SECRET)), ...(await listVisitsOfLists(read))])
      onPage(visit, await measurePage(client, product.base + visit.path, cookie))
    for (const [what, cost] of Object.entries(await measureLaunches(client, product, APP_SECRET)))
      onLaunches(what, cost)
  } finally {
    await client.end()
    await product.stop()
  }
}

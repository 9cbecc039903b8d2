import type pg from 'pg'
import { median } from '../load.ts'
import { postgresCpu } from '../postgres-cpu.ts'

/** The SQL of one page. */
export interface PageSql {
  statements: number
  /** Planning and execution by the clock, as PostgreSQL measured it. */
  milliseconds: number
  /** CPU time of PostgreSQL, which other work on the machine does not lengthen. */
  cpu: number
  /** The statement that took longest in all its calls, and the time of one call. */
  longest: { text: string; milliseconds: number; each: number }
}

interface Row {
  query: string
  calls: number
  ms: number
}

/** Jobs poll their queues meanwhile. */
const STATEMENTS = `select query, calls, total_exec_time + total_plan_time as ms from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database())
    and query not like '%pg_stat_statements%' and query !~* 'pgboss.(job|queue|version|schedule).*(skip locked|maintenance|cron)'
  order by ms desc`

const VISITS = 3

/** Opens a page once to warm up and three times measured; returns the visit in the middle. */
export const measurePage = async (
  client: pg.Client,
  url: string,
  cookie: { name: string; value: string },
): Promise<PageSql> => {
  const visits: PageSql[] = []
  for (let visit = 0; visit <= VISITS; visit++) {
    await client.query('select pg_stat_statements_reset()')
    const before = await postgresCpu(client)
    const answer = await fetch(url, { headers: { cookie: `${cookie.name}=${cookie.value}` }, redirect: 'manual' })
    await answer.arrayBuffer()
    const cpu = (await postgresCpu(client)) - before
    if (answer.status !== 200 && answer.status !== 404)
      throw new Error(`${url}: ${answer.status} ${answer.headers.get('location') ?? ''}`)
    const { rows } = await client.query<Row>(STATEMENTS)
    if (visit === 0) continue
    visits.push({
      statements: rows.reduce((sum, row) => sum + row.calls, 0),
      milliseconds: rows.reduce((sum, row) => sum + row.ms, 0),
      cpu,
      longest: {
        text: rows[0]?.query ?? '',
        milliseconds: rows[0]?.ms ?? 0,
        each: (rows[0]?.ms ?? 0) / (rows[0]?.calls ?? 1),
      },
    })
  }
  const middle = median(visits.map(visit => visit.cpu))
  return visits.find(visit => visit.cpu === middle)!
}

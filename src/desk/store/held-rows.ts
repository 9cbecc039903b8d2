import { getTableName } from 'drizzle-orm'
import { mintToken } from '#src/core/crypto.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { CUT } from '../rules/erasures.ts'
import type { ExportedTable } from '../rules/export-html.ts'
import { columnsOf, dataMap, type MappedColumn } from './data-map/data-map.ts'
import { type Entry, rowsOf } from './data-map/entry.ts'
import { PERSON_CTE, type PersonScope, SCOPE_VALUES, scopeValues } from './person-scope.ts'

/** Rows of a person in one table of the data map. */
interface HeldRows {
  entry: Entry
  count: number
}

/** Counts what the data map says about a person, in tables that have any. */
export const countHeld = async (db: Queryable, scope: PersonScope): Promise<HeldRows[]> => {
  const held: HeldRows[] = []
  for (const entry of dataMap.filter(e => e.rows)) {
    const text = `${PERSON_CTE} select count(*)::int as n from ${getTableName(entry.table)} where ${entry.rows}`
    const { rows } = await db.client.query<{ n: number }>(text, scopeValues(scope))
    if (rows[0]!.n > 0) held.push({ entry, count: rows[0]!.n })
  }
  return held
}

/** SQL for the empty value of a column. */
const emptyOf = ({ type, notNull }: MappedColumn): string => {
  if (!notNull) return 'null'
  return type === 'jsonb' || type.endsWith('[]') ? `'{}'` : `''`
}

/** Deletes or empties the rows of a person, as the data map says. People themselves are replaced afterwards. */
export const eraseHeldRows = async (tx: Tx, scope: PersonScope): Promise<void> => {
  for (const entry of dataMap) {
    const table = getTableName(entry.table)
    const run = (text: string) => tx.client.query(`${PERSON_CTE} ${text} where ${entry.rows}`, scopeValues(scope))
    if (entry.erase === 'delete') await run(`delete from ${table}`)
    if (entry.erase === 'clear') {
      const goes = columnsOf(entry).filter(c => c.held === 'personal' || c.held === 'text')
      if (goes.length > 0) await run(`update ${table} set ${goes.map(c => `${c.name} = ${emptyOf(c)}`).join(', ')}`)
    }
  }
  for (const { id, kind } of scope.entitlements)
    await tx.client.query('update entitlements set token = $1 where id = $2', [
      mintToken(kind === 'enrollment' ? 'e' : 'm'),
      id,
    ])
}

/**
 * Cuts the words of a person from texts about others: audit lines, notes, mail to staff. With `schools`, rows of other
 * schools are left as they are.
 */
export const cutWords = async (tx: Tx, pattern: string, schools?: number[]): Promise<void> => {
  for (const entry of dataMap) {
    const texts = columnsOf(entry).filter(c => c.held === 'text')
    if (texts.length === 0) continue
    const set = texts.map(c => `${c.name} = regexp_replace(${c.name}::text, $1, '${CUT}', 'gi')::${c.type}`)
    const found = texts.map(c => `${c.name}::text ~* $1`)
    const others = schools && entry.ofOthers
    await tx.client.query(
      `update ${getTableName(entry.table)} set ${set.join(', ')}
       where (${found.join(' or ')})${others ? ` and (${others}) is not true` : ''}`,
      others ? [pattern, schools] : [pattern],
    )
  }
}

/** SQL condition for a job about a person in one of their courses, or about one of their grades. */
const JOB_OF_PERSON = `(data->'data'->>'entitlementId')::bigint = ${rowsOf.entitlements}
  or (data->'data'->>'targetId')::bigint = ${rowsOf.targets}`

/** Deletes jobs about a person, waiting or done, and jobs whose data or result has their address or token. */
export const eraseJobs = async (tx: Tx, scope: PersonScope, pattern: string | null): Promise<void> => {
  for (const table of ['pgboss.job', 'pgboss.archive'])
    await tx.client.query(
      `${PERSON_CTE} delete from ${table} where ${JOB_OF_PERSON}
        or data::text ~* $${SCOPE_VALUES + 1} or output::text ~* $${SCOPE_VALUES + 1}`,
      [...scopeValues(scope), pattern ?? '^$'],
    )
}

/** Replaces a person by a pseudonym, who keeps their places in courses only. Returns the id of its row. */
export const replacePerson = async (tx: Tx, personId: number, pseudonym: string, now: Date): Promise<number> => {
  const { rows } = await tx.client.query<{ id: number }>(
    `insert into people (consumer_id, platform_id, name, erased_at, created_at, updated_at)
     select consumer_id, platform_id, $2, $3, $3, $3 from people where id = $1 returning id`,
    [personId, pseudonym, now],
  )
  await tx.client.query('update entitlements set person_id = $2 where person_id = $1', [personId, rows[0]!.id])
  await tx.client.query('delete from people where id = $1', [personId])
  return rows[0]!.id
}

/** Reads everything that the data map lists about a person, except hashes and encrypted values. */
export const readHeldRows = async (db: Queryable, scope: PersonScope): Promise<ExportedTable[]> => {
  const tables: ExportedTable[] = []
  for (const entry of dataMap.filter(e => e.rows)) {
    const columns = columnsOf(entry).filter(c => c.held !== 'secret' && c.held !== 'plain')
    const table = getTableName(entry.table)
    const text = `${PERSON_CTE} select ${columns.map(c => c.name).join(', ')} from ${table} where ${entry.rows}`
    const { rows } = await db.client.query<Record<string, unknown>>(text, scopeValues(scope))
    if (rows.length > 0) tables.push({ table, purpose: entry.purpose, rows })
  }
  return tables
}

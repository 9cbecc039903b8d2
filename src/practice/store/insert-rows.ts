import { setImmediate as turn } from 'node:timers/promises'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '#src/core/db/db.ts'

/** Rows of one statement: a few megabytes of JSON. */
const CHUNK = 4000

/** Inserts rows, thousands with one statement. All must name the same columns. Ids of their own are kept. */
export const insertRows = async (tx: Queryable, table: PgTable, rows: object[]): Promise<void> => {
  const [first] = rows
  if (!first) return
  const all = Object.entries(getTableColumns(table))
  const columns = all.flatMap(([field, column]) =>
    field in first ? [{ field, name: column.keyAsName ? toSnakeCase(column.name) : column.name }] : [],
  )
  const names = columns.map(c => c.name).join(', ')
  const name = getTableName(table)
  const text = `insert into ${name} (${names}) overriding system value select ${names} from json_populate_recordset(null::${name}, $1::json)`
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = rows.slice(at, at + CHUNK).map(row => {
      const given: Record<string, unknown> = { ...row }
      return Object.fromEntries(
        columns.map(({ field, name: column }) => {
          if (given[field] === undefined) throw new Error(`${name}: a row has no ${field}`)
          return [column, given[field]]
        }),
      )
    })
    await tx.client.query(text, [JSON.stringify(chunk)])
    // The embedded database runs in this thread. Requests get their turn.
    await turn()
  }
}

/** Takes the next ids of a table with an identity column. */
export const takeIds = async (tx: Queryable, table: PgTable, count: number): Promise<number[]> => {
  const { rows } = await tx.client.query<{ id: number }>(
    "select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2)",
    [getTableName(table), count],
  )
  return rows.map(row => row.id)
}

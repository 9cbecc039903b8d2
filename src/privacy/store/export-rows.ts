import { getTableName } from 'drizzle-orm'
import type { Queryable } from '#src/core/db/db.ts'
import { columnsOf } from './data-map/columns.ts'
import { dataMap } from './data-map/index.ts'
import { PERSON_CTE, type PersonScope, scopeValues } from './person-scope.ts'

interface ExportedTable {
  table: string
  purpose: string
  rows: Record<string, unknown>[]
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

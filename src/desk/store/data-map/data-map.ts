import { type AnyColumn, getTableColumns, getTableName } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Entry, Held } from './entry.ts'
import { accessEntries, launchEntries } from './people.ts'
import { productEntries, schoolEntries } from './schools.ts'
import { clipEntries, staffEntries } from './staff.ts'
import { wordEntries } from './words.ts'

/**
 * Every table, with what each column holds about a person. Erasing, exporting and docs/privacy.md follow it. Words come
 * first, because their rows are found by keys that the later tables hold; people come last.
 */
export const dataMap: Entry[] = [
  ...wordEntries,
  ...launchEntries,
  ...schoolEntries,
  ...productEntries,
  ...clipEntries,
  ...staffEntries,
  ...accessEntries,
]

const casing = new CasingCache('snake_case')
const nameOf = (column: AnyColumn): string => casing.getColumnCasing(column)

export interface MappedColumn {
  name: string
  type: string
  notNull: boolean
  held: Held
}

/** Types whose values cannot describe a person: numbers, dates, flags, uuids, and arrays of them. */
const SAFE = /^(bigint|integer|smallint|numeric|real|double precision|boolean|date|timestamp|uuid)\b/

/** True for a column that can hold a text of any content. Columns with a fixed list of words cannot. */
const isFree = (column: AnyColumn): boolean => !SAFE.test(column.getSQLType()) && !column.enumValues?.length

const kindsOf = ({ named }: Entry): Map<string, Held> =>
  new Map(Object.entries(named).flatMap(([kind, keys]) => keys.map((key): [string, Held] => [key, kind as Held])))

/** Names of the tables whose `id` columns refer to, by the name of the column. */
const referencesOf = (table: PgTable): Map<string, string> =>
  new Map(
    getTableConfig(table).foreignKeys.flatMap(key => {
      const { columns, foreignColumns, foreignTable } = key.reference()
      return columns.flatMap(({ name }, at): [string, string][] =>
        foreignColumns[at]?.name === 'id' ? [[name, getTableName(foreignTable)]] : [],
      )
    }),
  )

/** Names of the tables with rows about a person. */
const aboutPeople = new Set(dataMap.filter(entry => entry.rows).map(({ table }) => getTableName(table)))

/**
 * Returns the columns of a table by their names in SQL. A column that the map does not name holds what its reference
 * says, else what the others hold, else a fact of the books in tables about people and nothing in other tables.
 */
export const columnsOf = (entry: Entry): MappedColumn[] => {
  const { table, rows, others = rows ? 'record' : 'plain' } = entry
  const kinds = kindsOf(entry)
  const references = referencesOf(table)
  const byReference = (to: string | undefined): Held | undefined => {
    if (rows) return to && aboutPeople.has(to) ? 'link' : undefined
    return to === 'staff_users' ? 'staff' : undefined
  }
  return Object.entries(getTableColumns(table)).map(([key, column]) => ({
    name: nameOf(column),
    type: column.getSQLType(),
    notNull: column.notNull,
    held: kinds.get(key) ?? byReference(references.get(column.name)) ?? others,
  }))
}

/** Lists the columns that can hold a text and that the map does not name. */
export const unnamedColumns = (entry: Entry): string[] => {
  const kinds = kindsOf(entry)
  return Object.entries(getTableColumns(entry.table)).flatMap(([key, column]) =>
    isFree(column) && !kinds.has(key) ? [`${getTableName(entry.table)}.${nameOf(column)}`] : [],
  )
}

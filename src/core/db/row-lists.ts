import { isSearchable, plainLetters } from '../rules/normalize.ts'
import { type ListCursor, type ListPage, type ListQuery, MOST_COUNTED, rowId } from '../rules/rows.ts'
import type { Queryable } from './db.ts'

/** Collects the parameters of a statement: `add` returns the placeholder of a value. */
export class SqlValues {
  readonly all: unknown[] = []
  add(value: unknown): string {
    this.all.push(value)
    return `$${this.all.length}`
  }
}

/** SQL to sort by a value, and to begin after it. */
interface SortSql {
  by: string
  kind: keyof typeof KINDS
  descends?: true
}

/** The SQL of a list. Conditions that do not apply are null. */
interface ListSql {
  /** Columns named as in the row. */
  select: string
  from: string
  /** Tables that conditions and orders need. Only ids are read in them, so an index that has them suffices. */
  narrow?: string | undefined
  /** If `id` has no index: the tables that `from` has beside `narrow`, with their joins. */
  joins?: string
  /** Rows to count instead, where that is faster. */
  counted?: string | undefined
  where: (string | null)[]
  /** SQL expression for the number of a row, which orders equal rows. */
  id: string
  sorts: Record<string, SortSql>
  values: SqlValues
}

/** Converts a sort value to text for a cursor and back, and checks a text that a request sends. */
const KINDS = {
  text: { write: (by: string) => by, read: (at: string) => `${at}::text`, is: () => true },
  number: {
    write: (by: string) => `(${by})::text`,
    read: (at: string) => `${at}::bigint`,
    is: (text: string) => /^-?\d{1,18}$/.test(text),
  },
  /** In microseconds, the precision of PostgreSQL. */
  time: {
    write: (by: string) => `(extract(epoch from ${by}) * 1000000)::bigint::text`,
    read: (at: string) => `(timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond')`,
    is: (text: string) => /^-?\d{1,17}$/.test(text),
  },
} as const

type Read<Row> = Row & { rowId: number; sortValue: string }

/** Reads one page of a list by keyset pagination: a late page costs no more than the first. Counts unless a page has all. */
export const listRows = async <Row extends object>(
  db: Queryable,
  { select, from, narrow, joins, counted, where, id, sorts, values }: ListSql,
  query: ListQuery,
): Promise<ListPage<Row>> => {
  const { by, kind, descends } = sorts[query.sort] ?? Object.values(sorts)[0]!
  const direction = descends ? 'desc' : 'asc'
  const conditions = where.filter(condition => condition !== null)
  const that = (more: string[] = []) => `where ${[...conditions, ...more].join(' and ') || 'true'}`
  const { after } = query
  // Without those of the cursor.
  const countedBy = [...values.all]
  const begins =
    after && KINDS[kind].is(after.value)
      ? [
          `(${by}, ${id}) ${descends ? '<' : '>'} (${KINDS[kind].read(values.add(after.value))}, ${values.add(after.id)})`,
        ]
      : []
  const inOrder = `order by ${by} ${direction}, ${id} ${direction} limit ${query.most + 1}`
  const [row] = id.split('.')
  const page = `from ${narrow} ${that(begins)} ${inOrder}`
  const pageFrom = !narrow
    ? `${from} ${that(begins)}`
    : joins
      ? `(select ${row}.* ${page}) ${row} ${joins}`
      : `${from} where ${id} = any(array(select ${id} ${page}))`
  const { rows } = await db.client.query<Read<Row>>(
    `select ${select}, ${id} as "rowId", ${KINDS[kind].write(by)} as "sortValue" from ${pageFrom} ${inOrder}`,
    values.all,
  )
  const shown = rows.slice(0, query.most)
  const isWhole = !after && rows.length === shown.length
  const count = () => countRows(db, counted ?? `from ${narrow ?? from} ${that()}`, countedBy)
  return {
    // TypeScript does not see that Read<Row> without its two own columns is Row.
    rows: shown.map(({ rowId: _, sortValue: __, ...row }) => row as unknown as Row),
    next: rows.length > shown.length ? cursorOf(shown.at(-1)) : null,
    count: isWhole ? shown.length : query.counts ? await count() : 0,
  }
}

const countRows = async (db: Queryable, matching: string, values: unknown[]): Promise<number> => {
  const text = `select count(*)::int as count from (select ${matching} limit ${MOST_COUNTED + 1}) matches`
  return (await db.client.query<{ count: number }>(text, values)).rows[0]?.count ?? 0
}

const cursorOf = (row: { rowId: number; sortValue: string } | undefined): ListCursor | null =>
  row ? { value: row.sortValue, id: row.rowId } : null

/** SQL for `plainLetters` of a text, which is made once. Most texts are ASCII, which takes an eighth of the time. */
const plain = (text: string): string =>
  `(select case when octet_length(t) = length(t) then replace(replace(lower(t), '''', ''), '\`', '')
    else translate(replace(replace(replace(replace(lower(regexp_replace(translate(normalize(t, NFKD), 'ÆŒ', 'æœ'),
      '[\\u0300-\\u036f]+', '', 'g')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'łŁøØđĐðÐħĦŧŦı''’‘ʻʼ\`', 'llooddddhhtti')
    end from (select ${text} as t offset 0) searched)`

/** SQL condition that a column is the number of the record that a filter names; null if it names none. */
export const isRecord = (column: string, typed: string | undefined, values: SqlValues): string | null => {
  const id = rowId(typed)
  return id === null ? null : `${column} = ${values.add(id)}`
}

/** SQL condition that a text has each typed word, whatever its accents; null if none. It reads every row. */
export const hasWords = (text: string, words: string, values: SqlValues): string | null => {
  if (words.trim() === '') return null
  if (!isSearchable(words)) return 'false'
  const typed = words.split(/\s+/).map(plainLetters).filter(Boolean)
  return `${plain(text)} like all (${values.add(typed.map(containing))}::text[])`
}

const containing = (word: string): string => `%${escaped(word)}%`

/** Returns a word for `like` that matches only itself. */
export const escaped = (word: string): string => word.replace(/[\\%_]/g, String.raw`\$&`)

import { isKeyOf } from './guards.ts'

/** Parses a row id from a form or address; null if invalid. */
export const rowId = (text = ''): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null)

export const rowIds = (texts: string[] = []): number[] => texts.flatMap(text => rowId(text) ?? [])

/** A row as staff know it: its name, and the keys of its page. */
export interface RowLabel {
  /** Kind of the audit subject, or 'message'. */
  kind: string
  id: number
  name: string | null
  /** Course name, for a person in a course or a message about one. */
  course?: string | null
  /** Outside identifier: a context id, key, code or address. */
  key?: string | null
  /** Token of the person in the course; for an LTI 1.3 course, the token of any member. */
  token?: string | null
}

/** Rows on a page of a list, and rows that an export reads at a time. */
const PAGE_ROWS = 50
const EXPORT_ROWS = 1000
/** A list counts no further, because counting a whole table takes seconds. */
export const MOST_COUNTED = 1000

/** The last row of the page before: the value it was sorted by, and the number of the row. */
export interface ListCursor {
  value: string
  id: number
}

export interface ListQuery {
  words: string
  /** Only filters of the list. Values are as typed in the address; ignore those that mean nothing. */
  filters: Record<string, string>
  /** One of the orders of the list. */
  sort: string
  after: ListCursor | null
  most: number
  /** False for exports, which need no number of matches. */
  counts: boolean
}

export interface ListPage<Row> {
  rows: Row[]
  /** Start of the next page; null on the last. */
  next: ListCursor | null
  /** Number of matches, at most MOST_COUNTED + 1. */
  count: number
}

/** Reads the query of a list from an address. The first order is the default. */
export const readListQuery = (
  given: Record<string, string>,
  { filters, sorts }: { filters: readonly string[]; sorts: Record<string, string> },
): ListQuery => {
  const { q = '', sort = '', after = '' } = given
  return {
    words: q.trim().slice(0, 200),
    filters: Object.fromEntries(filters.flatMap(name => (given[name] ? [[name, given[name]]] : []))),
    sort: isKeyOf(sorts, sort) ? sort : (Object.keys(sorts)[0] ?? ''),
    after: readCursor(after),
    most: PAGE_ROWS,
    counts: true,
  }
}

/** Returns the query of the next page of an export. */
export const exportQuery = (query: ListQuery, after: ListCursor | null): ListQuery => ({
  ...query,
  after,
  most: EXPORT_ROWS,
  counts: false,
})

/** Writes a cursor as `12.School of Art`. */
export const cursorText = ({ value, id }: ListCursor): string => `${id}.${value}`

const readCursor = (text: string): ListCursor | null => {
  const [, id, value] = text.match(/^(\d{1,15})\.(.*)$/s) ?? []
  return id === undefined || value === undefined ? null : { id: Number(id), value }
}

/** Returns the address parameters of a query; undefined for those that are not set. */
export const listParameters = (query: ListQuery, after: ListCursor | null): Record<string, string | undefined> => ({
  q: query.words || undefined,
  ...query.filters,
  sort: query.sort,
  after: after ? cursorText(after) : undefined,
})

/** Returns '1 match', '12 matches' or '1,000+ matches'. */
export const countText = (count: number): string =>
  count > MOST_COUNTED
    ? `${MOST_COUNTED.toLocaleString('en-US')}+ matches`
    : count === 1
      ? '1 match'
      : `${count} matches`

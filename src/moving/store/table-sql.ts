/**
 * The SQL of each file. In it `s` is a row of the file, with its columns as text and null for an empty cell; `k` the row
 * that is here already, as `here` selects it; `batch` the rows that are being written. A column is compared and written
 * in one form, so `here` is also what a move out writes.
 */
export interface FileSql {
  /** Selects the rows that are here, with every column as text: '' for none. `_id`: their id. `_stays`: not moved out. */
  here: string
  /** SQL over a row `r` that tells it from others. */
  told: string
  /** Column that is named if two rows are told by the same. */
  by: string
  /** Tells a row that has no value in `told`, or another one. */
  also?: string
  /** Rows that may not be. The first that applies refuses the row. */
  refused: Check[]
  /** Values that only one row may have: SQL over a row `r`, null for a row without one. */
  unique?: Unique[]
  /** SQL that says whether a column of a row is different, where it is not simply another value. */
  differs?: Record<string, string>
  notices?: Check[]
  table: string
  /** Kind of the row in the audit; null: no line of its own. `changed`: for a row that is overwritten. */
  kind: string | null
  changed?: string
  /** Joins that the values need. */
  joins?: string
  /** Columns of a new row only. */
  first: Record<string, string>
  /** Columns of a new row and of one that is different: the value, and what a new row has without one. */
  values: Record<string, Value>
  hasUpdatedAt?: boolean
  /** Statements around the writing, in its transaction. They may read `batch`, and `after` also the ids in `written`. */
  before?: string[]
  after?: string[]
}

/** `isInFile`: the row that is here gives way. */
export interface Unique {
  column: string
  value: string
  sentence: string
  isInFile?: true
}

export interface Check {
  column: string
  /** SQL condition over `s` and `k`. */
  when: string
  /** SQL expression of the sentence. */
  sentence: string
}
/** `update` reads the row as it is as `x`. */
type Value = string | { value: string; otherwise: string } | { insert: string; update: string }

/** The time of the move, as set for the session. */
export const NOW = `current_setting('moving.now')::timestamptz`

export const text = (sql: string) => `coalesce(${sql}, '')`
export const time = (sql: string) =>
  `coalesce(to_char(date_trunc('milliseconds', ${sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`
export const yesNo = (sql: string) => `case when ${sql} then 'yes' else 'no' end`
export const sorted = (array: string) =>
  `coalesce((select string_agg(v, '|' order by v collate "C") from unnest(${array}) v), '')`
/** A value that is written as it is, also if it is null. */
export const exactly = (value: string) => ({ insert: value, update: value })
export const or = (value: string, otherwise: string) => ({ value, otherwise })
export const listed = (sql: string) => `string_to_array(${sql}, '|')`

/** SQL text of a tuple: its values with a character between that no value has. */
export const tuple = (values: string[]): string => `concat_ws(chr(31), ${values.map(text).join(', ')})`
export const each = (row: string, columns: string[]) => columns.map(column => `${row}.${column}`)
const quoted = (sentence: string) => `'${sentence.replaceAll("'", "''")}'`
export const say = (sentence: string, value?: string) =>
  value ? `format(${quoted(sentence)}, ${value})` : quoted(sentence)

export const PERSON = ['consumer_key', 'issuer', 'client_id']
const CONNECTION = [...PERSON, 'deployment_id']
export const COURSE = [...CONNECTION, 'context_id']

export const isUnknown = (file: string, told: string) =>
  `not exists (select from known_${file} r where r._told = ${told})`

/** Refuses a row that names what is neither here nor in the other file. */
export const refersTo = (file: string, column: string, { told, what }: { told: string; what: string }): Check => ({
  column,
  when: `s.${column} is not null and ${isUnknown(file, told)}`,
  sentence: noSuch(file, what, what.includes('%s') ? `s.${column}` : undefined),
})
const noSuch = (file: string, what: string, value?: string) =>
  say(`There is no ${what} here or in ${file}.csv, or its row is refused.`, value)

export const TO_PLATFORM = refersTo('platforms', 'client_id', {
  told: tuple(each('s', ['issuer', 'client_id'])),
  what: 'platform with this issuer and client_id',
})
export const TO_PRODUCT = refersTo('products', 'product_code', { told: 's.product_code', what: 'product "%s"' })
export const TO_SCHOOL = refersTo('schools', 'school', { told: 'lower(s.school)', what: 'school "%s"' })
export const TO_ENTITLEMENT = refersTo('entitlements', 'token', { told: 's.token', what: 'person with this token' })

/** Columns of the connection of a course `c`. */
export const OF_CONNECTION = `coalesce(k.key, '') as consumer_key, coalesce(f.issuer, '') as issuer, coalesce(f.client_id, '') as client_id,
  coalesce(d.deployment_id, '') as deployment_id`
export const COURSE_JOINS = `left join consumers k on k.id = c.consumer_id left join deployments d on d.id = c.deployment_id
  left join platforms f on f.id = d.platform_id`

/** Finds the connection that a row names, and its course. */
export const FIND_CONNECTION = `left join consumers k on k.key = s.consumer_key
  left join platforms f on f.issuer = s.issuer and f.client_id = s.client_id
  left join deployments d on d.platform_id = f.id and d.deployment_id = s.deployment_id`
export const FIND_COURSE = `${FIND_CONNECTION}
  left join courses c1 on c1.consumer_id = k.id and c1.context_id = s.context_id
  left join courses c2 on c2.deployment_id = d.id and c2.context_id = s.context_id`

export const named = (parts: string[]): Check[] => [
  {
    column: 'consumer_key',
    when: `s.consumer_key is not null and coalesce(${parts.map(part => `s.${part}`).join(', ')}) is not null`,
    sentence: say('Name a consumer_key (LTI 1.1) or a platform (LTI 1.3), not both.'),
  },
  ...parts.map(part => ({
    column: part,
    when: `s.consumer_key is null and s.${part} is null and coalesce(${parts.map(other => `s.${other}`).join(', ')}) is not null`,
    sentence: say(`A connection by LTI 1.3 needs ${parts.join(', ')}.`),
  })),
  refersTo('consumers', 'consumer_key', { told: 's.consumer_key', what: 'consumer "%s"' }),
]

export const CONNECTED: Check[] = [
  ...named(['issuer', 'client_id', 'deployment_id']),
  {
    column: 'consumer_key',
    when: 's.consumer_key is null and s.issuer is null',
    sentence: say('Name a consumer_key (LTI 1.1), or issuer, client_id and deployment_id (LTI 1.3).'),
  },
  {
    column: 'deployment_id',
    when: `s.issuer is not null and not exists (select from known_deployments r
      where r._told = ${tuple(['s.issuer', 's.client_id', 's.deployment_id'])} and r.school <> '')`,
    sentence: noSuch('deployments', 'deployment "%s" with a school', 's.deployment_id'),
  },
]

export const IN_COURSE: Check[] = [
  ...CONNECTED,
  refersTo('courses', 'context_id', { told: tuple(each('s', COURSE)), what: 'course "%s" of this connection' }),
]

const UNKNOWN_PRODUCTS = `from unnest(${listed('s.product_codes')}) v where ${isUnknown('products', 'v')}`
export const TO_PRODUCTS: Check = {
  column: 'product_codes',
  when: `exists (select ${UNKNOWN_PRODUCTS})`,
  sentence: noSuch('products', 'product "%s"', `(select string_agg(v, '", "') ${UNKNOWN_PRODUCTS})`),
}

export const SCHOOL_ID = '(select sc.id from schools sc where lower(sc.name) = lower(s.school))'

/** Access that has ended, though no job has ended it yet. */
export const IS_OVER = `(e.processed_at is not null and e.access_ends_at <= ${NOW})`
/** People and places in courses of the LMS's test users, which are not moved out. */
export const IS_TEST = `(e.is_test or e.source is not distinct from 'test')`

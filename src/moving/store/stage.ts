import type { ClientBase } from 'pg'
import { IDENTITY } from '#src/desk/store/person-scope.ts'
import {
  columnsOf,
  type FileName,
  fileNames,
  LINE_STATES,
  type LineState,
  type MoveLine,
  type Row,
  type Summary,
  storedColumns,
} from '../rules/files.ts'
import { type Check, type FileSql, NOW, type Unique } from './table-sql.ts'
import { tables } from './tables.ts'

/**
 * Rows of the files in temporary tables: `in_schools` those of schools.csv, `known_schools` the schools that are here and
 * those that will be. Everything is checked and written set by set, over one connection.
 */
export type Stage = ClientBase

const ROWS_AT_ONCE = 2000

const stem = (file: FileName) => file.replace('.csv', '')
/** The name of a file as it is stored with its lines: its place in the order. */
const placeOf = (file: FileName) => fileNames.indexOf(file)
const isSecret = (file: FileName, column: string) => columnsOf(file)[column]?.type.isSecret === true
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

interface StageSettings {
  now: Date
  hostedPrefix: string
}

const setUp = async (db: Stage, { now, hostedPrefix }: StageSettings): Promise<void> => {
  await db.query("select set_config('moving.now', $1, false), set_config('moving.hosted_prefix', $2, false)", [
    now.toISOString(),
    hostedPrefix,
  ])
}

/** Makes the empty tables. They end with the connection. */
export const openStage = async (db: Stage, settings: StageSettings): Promise<void> => {
  await setUp(db, settings)
  await db.query(`create temp table lines (id bigint generated always as identity, file int, line int, "column" text, state int, sentence text, was text, becomes text);
    create temp table video_domains_here (domain text, units text)`)
  for (const file of fileNames)
    await db.query(
      `create temp table in_${stem(file)} (_line int primary key, _refused boolean, _told text, _also text, _id text, _differs boolean not null default false,
        ${storedColumns(file)
          .map(column => `${column} text`)
          .join(', ')})`,
    )
}

/** Closes it, so that the connection can be used for something else. */
export const closeStage = async (db: Stage): Promise<void> => {
  await db.query('discard temp')
}

export interface StagedRow {
  _line: number
  _refused: boolean
  values: Row
}

/** Adds rows that were read. */
export const addRows = async (db: Stage, file: FileName, rows: StagedRow[]): Promise<void> => {
  const { told, also = 'null' } = tables[file]
  const columns = storedColumns(file)
  await db.query(
    `insert into in_${stem(file)} (_line, _refused, ${columns.join(', ')}, _told, _also)
     select r.*, ${told}, ${also} from json_to_recordset($1::json) as r (_line int, _refused boolean, ${columns.map(column => `${column} text`).join(', ')})`,
    [JSON.stringify(rows.map(({ values, ...row }) => ({ ...row, ...values })))],
  )
}

export const addLines = async (db: Stage, lines: MoveLine[]): Promise<void> => {
  if (lines.length === 0) return
  const rows = lines.map(({ file, state, ...line }) => ({
    ...line,
    file: placeOf(file),
    state: LINE_STATES.indexOf(state),
  }))
  await db.query(
    `insert into lines (file, line, "column", state, sentence)
     select file, line, "column", state, sentence from json_to_recordset($1::json) as r (file int, line int, "column" text, state int, sentence text)`,
    [JSON.stringify(rows)],
  )
}

/** Saves the domains that the video host allows now. */
export const addVideoDomains = async (db: Stage, domains: { domain: string; units: string }[]): Promise<void> => {
  await db.query(
    'insert into video_domains_here select domain, units from json_to_recordset($1::json) as r (domain text, units text)',
    [JSON.stringify(domains)],
  )
}

const lineOf = (file: FileName, column: string, state: LineState) =>
  `${placeOf(file)}, s._line, ${literal(column)}, ${LINE_STATES.indexOf(state)}`

/** Files whose rows the checks of a file look at. */
const neededBy = (file: FileName): string[] => {
  const { refused, notices = [], unique = [] } = tables[file]
  const sql = [...refused, ...notices]
    .map(check => check.when + check.sentence)
    .concat(unique.map(({ value }) => value))
  return sql.flatMap(text => [...text.matchAll(/known_(\w+)/g)].map(([, name = '']) => name))
}

/** Checks the rows of these files, one file after the other: each refers only to files before it. */
export const checkFiles = async (db: Stage, present: FileName[], hashes: Hash[]): Promise<void> => {
  const needed = new Set(present.flatMap(neededBy))
  for (const file of fileNames) {
    if (present.includes(file)) await checkFile(db, file, hashes)
    else if (needed.has(stem(file))) await findKnown(db, file)
  }
}

/** Finds the rows that are here. */
const findKnown = async (db: Stage, file: FileName): Promise<void> => {
  const { here, told, also = 'null' } = tables[file]
  const name = stem(file)
  await db.query(
    `create temp table known_${name} as select r.*, ${told} as _told, ${also}::text as _also from (${here}) r`,
  )
  await db.query(`create index on known_${name} (_told); create index on known_${name} (_id); analyze known_${name}`)
}

const checkFile = async (db: Stage, file: FileName, hashes: Hash[]): Promise<void> => {
  const { also, refused, unique = [], notices = [] } = tables[file]
  const name = stem(file)
  await findKnown(db, file)
  await db.query(`create index on in_${name} (_told); analyze in_${name}`)
  await db.query(
    `update in_${name} s set _id = k._id from known_${name} k where k._told = s._told and s._told is not null and not s._refused`,
  )
  if (also)
    await db.query(
      `update in_${name} s set _id = k._id from known_${name} k where k._also = s._also and s._id is null and not s._refused`,
    )
  for (const check of refused) await refuseWhere(db, file, check)
  if (file === 'people.csv') await refuseErased(db, hashes)
  const same = { column: tables[file].by, value: 'r._told', sentence: 'The same as the row', isInFile: true as const }
  for (const each of [same, ...unique]) await refuseRepeated(db, file, each)
  await compare(db, file)
  await db.query(
    `insert into known_${name} (${storedColumns(file).join(', ')}, _told, _also)
     select ${storedColumns(file)
       .map(column => `coalesce(s.${column}, '')`)
       .join(', ')}, s._told, s._also
     from in_${name} s where not s._refused and s._id is null`,
  )
  await db.query(`analyze known_${name}`)
  for (const { column, when, sentence } of notices)
    await db.query(
      `insert into lines (file, line, "column", state, sentence) select ${lineOf(file, column, 'notice')}, ${sentence} from in_${name} s where not s._refused and ${when}`,
    )
}

const REPORTED = 'insert into lines (file, line, "column", state, sentence)'

const refuseWhere = async (db: Stage, file: FileName, { column, when, sentence }: Check): Promise<void> => {
  const name = stem(file)
  const join = /\bk\./.test(when + sentence) ? `left join known_${name} k on k._id = s._id` : ''
  await db.query(
    `with bad as (select s._line, ${sentence} as sentence from in_${name} s ${join} where not s._refused and (${when})),
       done as (update in_${name} i set _refused = true from bad where i._line = bad._line)
     ${REPORTED} select ${lineOf(file, column, 'refused')}, s.sentence from bad s`,
  )
}

/** Refuses a row with the same value as an earlier one of the file, or as another one that is here. */
const refuseRepeated = async (
  db: Stage,
  file: FileName,
  { column, value, sentence, isInFile }: Unique,
): Promise<void> => {
  const name = stem(file)
  const inFile = `select l._line, l.first from (
    select r._line, r._refused, min(r._line) over (partition by ${value}) as first from in_${name} r where ${value} is not null) l
    where l._line > l.first and not l._refused`
  await db.query(
    `with bad as (${inFile}), done as (update in_${name} i set _refused = true from bad where i._line = bad._line)
     ${REPORTED} select ${lineOf(file, column, 'refused')}, ${literal(sentence.replace(/\.$/, ''))} || ' on line ' || s.first || '.' from bad s`,
  )
  if (isInFile) return
  await db.query(
    `with own as (select r._line, r._id, ${value} as value from in_${name} r where not r._refused),
       here as (select r._id, ${value} as value from known_${name} r),
       bad as (select distinct own._line from own join here on here.value = own.value and here._id is distinct from own._id),
       done as (update in_${name} i set _refused = true from bad where i._line = bad._line)
     ${REPORTED} select ${lineOf(file, column, 'refused')}, ${literal(sentence.replace(/\.$/, ''))} || ' here.' from bad s`,
  )
}

/** Keyed hash of the identity of a person, as erasures are listed by it. */
export type Hash = (identity: string) => string

/** Refuses new people who were erased here. One who came back since is here already. */
const refuseErased = async (db: Stage, hashes: Hash[]): Promise<void> => {
  for (let after = 0; ; ) {
    const { rows } = await db.query<{ line: number; identity: string }>(
      `select p.line, ${IDENTITY} as identity from (
         select s._line as line, k.id as consumer_id, f.id as platform_id, s.user_id as lti_user_id, s.email
         from in_people s left join consumers k on k.key = s.consumer_key
           left join platforms f on f.issuer = s.issuer and f.client_id = s.client_id
         where s._line > $1 and s._id is null and not s._refused and exists (select from erasures)
           and coalesce(s.consumer_key, s.issuer) is not distinct from coalesce(k.key, f.issuer)) p
       order by p.line limit ${ROWS_AT_ONCE}`,
      [after],
    )
    const hashed = rows.flatMap(({ line, identity }) => hashes.map(hash => ({ line, hash: hash(identity) })))
    await db.query(
      `with bad as (select distinct h.line as _line from json_to_recordset($1::json) as h (line int, hash text) join erasures e on e.key_hash = h.hash),
         done as (update in_people i set _refused = true from bad where i._line = bad._line)
       ${REPORTED} select ${lineOf('people.csv', 'user_id', 'refused')}, 'This person was erased here. They come back when they launch or sign up again.' from bad s`,
      [JSON.stringify(hashed)],
    )
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.line
  }
}

/** Finds the columns that are different from the rows that are here. */
const compare = async (db: Stage, file: FileName): Promise<void> => {
  const name = stem(file)
  const { differs = {} } = tables[file]
  const compared = Object.keys(columnsOf(file)).filter(column => !isSecret(file, column))
  const values = compared.map(
    (column, at) =>
      `(${at}, ${literal(column)}, s.${column}, k.${column}, ${differs[column] ?? `s.${column} <> k.${column}`})`,
  )
  await db.query(
    `insert into lines (file, line, "column", state, sentence, was, becomes)
     select ${placeOf(file)}, s._line, v."column", ${LINE_STATES.indexOf('different')}, '', v.was, v.becomes
     from in_${name} s join known_${name} k on k._id = s._id
       cross join lateral (values ${values.join(', ')}) as v (at, "column", becomes, was, differs)
     where not s._refused and v.becomes is not null and v.differs order by s._line, v.at`,
  )
  await db.query(
    `update in_${name} s set _differs = true from lines l where l.file = ${placeOf(file)} and l.line = s._line and l.state = ${LINE_STATES.indexOf('different')}`,
  )
}

/** Finds the secrets that are different. `open` decrypts one. */
export const compareSecrets = async (db: Stage, file: FileName, open: (sealed: string) => string): Promise<void> => {
  const name = stem(file)
  for (const column of Object.keys(columnsOf(file)).filter(each => isSecret(file, each))) {
    const { rows } = await db.query<{ line: number; becomes: string; was: string }>(
      `select s._line as line, s.${column} as becomes, k.${column} as was from in_${name} s join known_${name} k on k._id = s._id
       where not s._refused and s.${column} is not null`,
    )
    const lines = rows.filter(({ was, becomes }) => was === '' || open(was) !== open(becomes)).map(({ line }) => line)
    await db.query(
      `with found as (update in_${name} set _differs = true where _line = any($1) returning _line)
       ${REPORTED} select ${lineOf(file, column, 'different')}, 'Here is another one.' from found s`,
      [lines],
    )
  }
}

export const summarize = async (db: Stage, file: FileName): Promise<Summary> => {
  const { rows } = await db.query<Omit<Summary, 'file'>>(
    `select count(*)::int as rows, (count(*) filter (where not _refused and _id is null))::int as new,
       (count(*) filter (where not _refused and _id is not null and not _differs))::int as same,
       (count(*) filter (where not _refused and _differs))::int as different, (count(*) filter (where _refused))::int as refused
     from in_${stem(file)}`,
  )
  return { file, ...rows[0]! }
}

const LINES_AT_ONCE = 5000
const SHOWN = 80
const shown = (sql: string) => `case when ${sql} = '' then 'empty' else '"' || left(${sql}, ${SHOWN}) || '"' end`

/** Lists what is said about a file, by line. */
export async function* listLines(db: Stage, file: FileName): AsyncGenerator<MoveLine[]> {
  let after = { line: 0, id: 0 }
  for (;;) {
    const { rows } = await db.query<{ id: number; line: number; column: string; state: number; sentence: string }>(
      `select id, line, "column", state, case when was is null then sentence
         else 'Here it is ' || ${shown('was')} || ', in the file ' || ${shown('becomes')} || '.' end as sentence
       from lines where file = $1 and (line, id) > ($2, $3) order by line, id limit ${LINES_AT_ONCE}`,
      [placeOf(file), after.line, after.id],
    )
    yield rows.map(({ line, column, state, sentence }) => ({
      ...{ file, line, column, sentence },
      state: LINE_STATES[state] ?? 'notice',
    }))
    const last = rows.at(-1)
    if (!last || rows.length < LINES_AT_ONCE) return
    after = last
  }
}

const AT_ONCE = 1000
export type Written = 'new' | 'different'
const CHOSEN: Record<Written, string> = { new: 's._id is null', different: 's._differs' }

/** Lists the batches in which rows are written: the last line of each, and how many rows it has. */
export const listBatches = async (
  db: Stage,
  file: FileName,
  which: Written,
): Promise<{ upTo: number; rows: number }[]> => {
  const { rows } = await db.query<{ upTo: number; rows: number }>(
    `select max(line)::int as "upTo", count(*)::int as rows from (select s._line as line, (row_number() over (order by s._line) - 1) / ${AT_ONCE} as batch
     from in_${stem(file)} s where not s._refused and ${CHOSEN[which]}) b group by batch order by batch`,
  )
  return rows
}

const assigned = (which: 'insert' | 'update', column: string, value: FileSql['values'][string]): string => {
  if (typeof value === 'string') return which === 'insert' ? value : `coalesce(${value}, x.${column})`
  if ('value' in value) return `coalesce(${value.value}, ${which === 'insert' ? value.otherwise : `x.${column}`})`
  return value[which]
}

const audited = (kind: string | null, values: string) =>
  kind === null
    ? ''
    : `, noted as (insert into audit (at, actor, action, subject_kind, subject_id, before, after)
        select ${NOW}, 'system', 'move-in', ${literal(kind)}, done.id, ${values} from done)`

const idOf = (table: string) => (table === 'tool_keys' ? 'kid' : 'id')

const insertOf = ({ table, kind, joins = '', first, values }: FileSql): string => {
  const all = { ...first, ...Object.fromEntries(Object.entries(values).map(([c, v]) => [c, assigned('insert', c, v)])) }
  return `, done as (insert into ${table} (${Object.keys(all).join(', ')}) select ${Object.values(all).join(', ')} from batch s ${joins}
      order by s._line on conflict do nothing returning ${idOf(table)} as id)${audited(kind, 'null::jsonb, null::jsonb')}
    select id from done`
}

const changesOf = (file: FileName, column: string) =>
  `(select jsonb_object_agg(l."column", l.${column}) from lines l where l.file = ${placeOf(file)} and l.line = done._line and l.was is not null)`

const updateOf = (file: FileName, sql: FileSql): string => {
  const { table, joins = '', values, hasUpdatedAt = true } = sql
  const kind = sql.changed ?? sql.kind
  const id = idOf(table)
  const set = Object.entries(values).map(([column, value]) => `${column} = ${assigned('update', column, value)}`)
  return `, done as (update ${table} x set ${[...set, ...(hasUpdatedAt ? [`updated_at = ${NOW}`] : [])].join(', ')} from batch s ${joins}
      where ${id === 'kid' ? 'x.kid = s._id' : 'x.id = s._id::bigint'} returning x.${id} as id, s._line)${audited(kind, `${changesOf(file, 'was')}, ${changesOf(file, 'becomes')}`)}
    select id from done`
}

/** Writes the rows after one line up to another, in one transaction. Returns how many were written. */
export const writeBatch = async (
  db: Stage,
  file: FileName,
  { which, after, upTo }: { which: Written; after: number; upTo: number },
): Promise<number> => {
  const sql = tables[file]
  const batch = `with batch as (select s.* from in_${stem(file)} s where not s._refused and ${CHOSEN[which]} and s._line > ${after} and s._line <= ${upTo})`
  await db.query('begin')
  try {
    for (const statement of sql.before ?? []) await db.query(`${batch} ${statement}`)
    const { rows } = await db.query<{ id: string }>(`${batch}${which === 'new' ? insertOf(sql) : updateOf(file, sql)}`)
    const written = `written as (select id from unnest($1::bigint[]) id)`
    for (const statement of sql.after ?? [])
      await db.query(`${batch}, ${written} ${statement}`, [rows.map(row => row.id)])
    await db.query('commit')
    return rows.length
  } catch (error) {
    await db.query('rollback').catch(() => {})
    throw error
  }
}

/** Counts the rows of a table again after many were written, for plans of the next files and of servers. */
export const analyze = async (db: Stage, file: FileName): Promise<void> => {
  await db.query(`analyze ${tables[file].table}`)
}

/** A domain with its accounts as they should be, and as they are. */
export interface VideoRow {
  domain: string
  units: string
  was: string
}

/** Lists the rows of video_domains.csv to write. */
export const listVideoRows = async (db: Stage, which: Written): Promise<VideoRow[]> => {
  const { rows } = await db.query<VideoRow>(
    `select s.domain, s.units, coalesce(k.units, '') as was from in_video_domains s left join known_video_domains k on k._id = s._id
     where not s._refused and ${CHOSEN[which]} order by s._line`,
  )
  return rows
}

/** Key of the advisory lock, by which one move writes at a time. */
const LOCK = 7_446_228

/** Lets one move write at a time, until the connection ends. Returns false if another one does. */
export const lockMoves = async (db: Stage): Promise<boolean> =>
  (await db.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`)).rows[0]?.locked ?? false

export const unlockMoves = async (db: Stage): Promise<void> => {
  await db.query(`select pg_advisory_unlock(${LOCK})`)
}

/** Reads every row of a file that is moved out, in order. Call it in a transaction that sees one state of the database. */
export async function* readHere(db: Stage, file: FileName): AsyncGenerator<Record<string, string>[]> {
  const { here, told, also } = tables[file]
  const order = [told, ...(also ? [also] : [])].map(sql => `${sql} collate "C"`).join(', ')
  const columns = Object.keys(columnsOf(file)).map(column => `r.${column}`)
  await db.query(
    `declare here no scroll cursor for select ${columns.join(', ')} from (${here}) r where not r._stays order by ${order}`,
  )
  for (;;) {
    const { rows } = await db.query<Record<string, string>>(`fetch ${ROWS_AT_ONCE} from here`)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) break
  }
  await db.query('close here')
}

/** Opens a transaction in which the database does not change, for a move out. */
export const beginReading = async (db: Stage, settings: StageSettings): Promise<void> => {
  await setUp(db, settings)
  await db.query('create temp table video_domains_here (domain text, units text)')
  await db.query('begin isolation level repeatable read')
}

export const endReading = async (db: Stage): Promise<void> => {
  await db.query('commit')
}

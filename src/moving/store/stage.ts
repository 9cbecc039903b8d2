import type { ClientBase } from 'pg'
import { LOCKS } from '#src/core/db/advisory-locks.ts'
import {
  columnsOf,
  type FileName,
  fileNames,
  type MoveLine,
  type Row,
  type Summary,
  storedColumns,
} from '../rules/files.ts'
import { codeTables } from './code-tables.ts'
import { personTables } from './person-tables.ts'
import { placeTables } from './place-tables.ts'
import type { FileSql } from './table-sql.ts'

/**
 * Rows of the files in temporary tables: `in_schools` those of schools.csv, `known_schools` the schools that are here and
 * those that will be. Everything is checked and written set by set, over one connection.
 */
export type Stage = ClientBase

export const ROWS_AT_ONCE = 2000

export const stem = (file: FileName) => file.replace('.csv', '')
const asText = (file: FileName) =>
  storedColumns(file)
    .map(column => `${column} text`)
    .join(', ')
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

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

export const openStage = async (db: Stage, settings: StageSettings): Promise<void> => {
  await setUp(db, settings)
  await db.query(`create temp table lines (id bigint generated always as identity, file text, line int, "column" text, state text, sentence text, was text, becomes text);
    create temp table video_domains_here (domain text, units text)`)
  for (const file of fileNames)
    await db.query(
      `create temp table in_${stem(file)} (_line int primary key, _refused boolean, _told text, _also text, _id text, _differs boolean not null default false,
        ${asText(file)})`,
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

export const addRows = async (db: Stage, file: FileName, rows: StagedRow[]): Promise<void> => {
  const { told, also = 'null' } = tables[file]
  await db.query(
    `insert into in_${stem(file)} (_line, _refused, ${storedColumns(file).join(', ')}, _told, _also)
     select r.*, ${told}, ${also} from json_to_recordset($1::json) as r (_line int, _refused boolean, ${asText(file)})`,
    [JSON.stringify(rows.map(({ values, ...row }) => ({ ...row, ...values })))],
  )
}

export const addLines = async (db: Stage, lines: MoveLine[]): Promise<void> => {
  if (lines.length === 0) return
  await db.query(
    `insert into lines (file, line, "column", state, sentence)
     select file, line, "column", state, sentence from json_to_recordset($1::json) as r (file text, line int, "column" text, state text, sentence text)`,
    [JSON.stringify(lines)],
  )
}

export const addVideoDomains = async (db: Stage, domains: { domain: string; units: string }[]): Promise<void> => {
  await db.query(
    'insert into video_domains_here select domain, units from json_to_recordset($1::json) as r (domain text, units text)',
    [JSON.stringify(domains)],
  )
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

export async function* listLines(db: Stage, file: FileName): AsyncGenerator<MoveLine[]> {
  let after = { line: 0, id: 0 }
  for (;;) {
    const { rows } = await db.query<MoveLine & { id: number }>(
      `select id, file, line, "column", state, case when was is null then sentence
         else 'Here it is ' || ${shown('was')} || ', in the file ' || ${shown('becomes')} || '.' end as sentence
       from lines where file = $1 and (line, id) > ($2, $3) order by line, id limit ${LINES_AT_ONCE}`,
      [file, after.line, after.id],
    )
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < LINES_AT_ONCE) return
    after = last
  }
}

/** Lets one move write at a time, until the connection ends. Returns false if another one does. */
export const lockMoves = async (db: Stage): Promise<boolean> =>
  (await db.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCKS.moveIn}) as locked`)).rows[0]?.locked ??
  false

export const unlockMoves = async (db: Stage): Promise<void> => {
  await db.query(`select pg_advisory_unlock(${LOCKS.moveIn})`)
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

export const tables: Record<FileName, FileSql> = { ...placeTables, ...personTables, ...codeTables }

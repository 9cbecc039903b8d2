import type { FileName } from '../rules/files.ts'
import { literal, type Stage, stem, tables } from './stage.ts'
import { type FileSql, NOW } from './table-sql.ts'

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
  `(select jsonb_object_agg(l."column", l.${column}) from lines l where l.file = ${literal(file)} and l.line = done._line and l.was is not null)`

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

export const listVideoRows = async (db: Stage, which: Written): Promise<VideoRow[]> => {
  const { rows } = await db.query<VideoRow>(
    `select s.domain, s.units, coalesce(k.units, '') as was from in_video_domains s left join known_video_domains k on k._id = s._id
     where not s._refused and ${CHOSEN[which]} order by s._line`,
  )
  return rows
}

import { IDENTITY } from '#src/desk/store/person-scope.ts'
import { columnsOf, type FileName, fileNames, type MoveLine, storedColumns } from '../rules/files.ts'
import { literal, ROWS_AT_ONCE, type Stage, stem, tables } from './stage.ts'
import type { Check, Unique } from './table-sql.ts'

const isSecret = (file: FileName, column: string) => columnsOf(file)[column]?.type.isSecret === true

const lineOf = (file: FileName, column: string, state: MoveLine['state']) =>
  `${literal(file)}, s._line, ${literal(column)}, ${literal(state)}`

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
      `${REPORTED} select ${lineOf(file, column, 'notice')}, ${sentence} from in_${name} s where not s._refused and ${when}`,
    )
}

const REPORTED = 'insert into lines (file, line, "column", state, sentence)'

/** Refuses the rows that a query selects, each with its sentence. */
const refuse = (db: Stage, file: FileName, column: string, bad: string, values: unknown[] = []) =>
  db.query(
    `with bad as (${bad}), done as (update in_${stem(file)} i set _refused = true from bad where i._line = bad._line)
     ${REPORTED} select ${lineOf(file, column, 'refused')}, s.sentence from bad s`,
    values,
  )

const refuseWhere = async (db: Stage, file: FileName, { column, when, sentence }: Check): Promise<void> => {
  const join = /\bk\./.test(when + sentence) ? `left join known_${stem(file)} k on k._id = s._id` : ''
  await refuse(
    db,
    file,
    column,
    `select s._line, ${sentence} as sentence from in_${stem(file)} s ${join} where not s._refused and (${when})`,
  )
}

/** Refuses a row with the same value as an earlier one of the file, or as another one that is here. */
const refuseRepeated = async (
  db: Stage,
  file: FileName,
  { column, value, sentence, isInFile }: Unique,
): Promise<void> => {
  const name = stem(file)
  const said = literal(sentence.replace(/\.$/, ''))
  await refuse(
    db,
    file,
    column,
    `select l._line, ${said} || ' on line ' || l.first || '.' as sentence from (
       select r._line, r._refused, min(r._line) over (partition by ${value}) as first from in_${name} r where ${value} is not null) l
     where l._line > l.first and not l._refused`,
  )
  if (isInFile) return
  await refuse(
    db,
    file,
    column,
    `select distinct own._line, ${said} || ' here.' as sentence
     from (select r._line, r._id, ${value} as value from in_${name} r where not r._refused) own
       join (select r._id, ${value} as value from known_${name} r) here on here.value = own.value and here._id is distinct from own._id`,
  )
}

const ERASED = literal('This person was erased here. They come back when they launch or sign up again.')

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
    await refuse(
      db,
      'people.csv',
      'user_id',
      `select distinct h.line as _line, ${ERASED} as sentence
       from json_to_recordset($1::json) as h (line int, hash text) join erasures e on e.key_hash = h.hash`,
      [JSON.stringify(hashed)],
    )
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.line
  }
}

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
     select ${literal(file)}, s._line, v."column", 'different', '', v.was, v.becomes
     from in_${name} s join known_${name} k on k._id = s._id
       cross join lateral (values ${values.join(', ')}) as v (at, "column", becomes, was, differs)
     where not s._refused and v.becomes is not null and v.differs order by s._line, v.at`,
  )
  await db.query(
    `update in_${name} s set _differs = true from lines l where l.file = ${literal(file)} and l.line = s._line and l.state = 'different'`,
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

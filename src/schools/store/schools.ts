import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { execute, queryHasRow, queryRows, queryValue } from '#src/core/db/statements.ts'
import { isDuplicate } from '#src/core/db/transactions.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { ListPage, ListQuery } from '#src/core/rules/rows.ts'
import { type SchoolSettings, schoolNames } from '../rules/school.ts'
import type {
  ListedSchool,
  NamedSchool,
  SchoolConnections,
  SchoolFacts,
  SchoolNote,
  SeatLink,
  schoolStates,
} from '../rules/school-facts.ts'
import { schools } from './schema.ts'

export interface SchoolRow extends SchoolSettings, SchoolNote {
  id: number
  createdAt: Date
}

const { updatedAt: _, ...columns } = getTableColumns(schools)

export const findSchoolRow = async (db: Queryable, id: number): Promise<SchoolRow | null> =>
  (await db.orm.select(columns).from(schools).where(eq(schools.id, id)))[0] ?? null

export const lockSchool = async (tx: Tx, id: number): Promise<SchoolRow | null> =>
  (await tx.orm.select(columns).from(schools).where(eq(schools.id, id)).for('update'))[0] ?? null

/** Lets one transaction at a time change names, which are unique. Take it before the lock of a row. */
export const lockSchoolNames = async (tx: Tx): Promise<void> => {
  await tx.client.query('lock table schools in share row exclusive mode')
}

export const isNameTaken = async (db: Queryable, name: string, exceptId = 0): Promise<boolean> => {
  const named = sql`lower(${schools.name}) = lower(${name}) and ${schools.id} <> ${exceptId}`
  return (await db.orm.select({ id: schools.id }).from(schools).where(named)).length > 0
}

export const claimSchool = queryValue<number, [name: string]>(
  'school_claimed',
  'insert into schools (name) values ($1) on conflict (lower(name)) do nothing returning id as value',
)

/** Inserts a school named after a launch or host. If the name is taken, it gets the host, then a number. */
export const insertSchool = async (tx: Tx, name: string, host: string): Promise<number> => {
  for (const candidate of schoolNames(name, host)) {
    const id = await claimSchool(tx, candidate)
    if (id !== null) return id
  }
  throw new Error('a list without an end ended')
}

export const saveSchool = async (
  tx: Tx,
  id: number,
  change: Partial<SchoolSettings & SchoolNote>,
  now: Date,
): Promise<SchoolRow> =>
  (
    await tx.orm
      .update(schools)
      .set({ ...change, updatedAt: now })
      .where(eq(schools.id, id))
      .returning(columns)
  )[0]!

export const deleteSchool = async (tx: Tx, id: number): Promise<void> => {
  await tx.orm.delete(schools).where(eq(schools.id, id))
}

/** Names a school that has only its key or its host for a name, unless another school has the new name. */
const rename = execute<[id: number, stopgap: string, name: string, now: Date]>(
  'school_renamed',
  `update schools s set name = $3, updated_at = $4 where id = $1 and lower(name) = lower($2)
     and not exists (select from schools o where lower(o.name) = lower($3) and o.id <> s.id)`,
)

export const nameSchool = async (
  db: Queryable,
  { id, stopgap, name, now }: { id: number; stopgap: string; name: string; now: Date },
): Promise<void> => {
  await rename(db, id, stopgap, name, now).catch(error => {
    if (!isDuplicate(error)) throw error
  })
}

export const listNamedSchools = queryRows<NamedSchool>(
  'schools_named',
  'select id, name from schools order by lower(name)',
)

const listConsumersOf = queryRows<SchoolConnections['consumers'][number], [schoolId: number]>(
  'school_consumers',
  `select 'consumer' as kind, k.id, k.key, k.is_hosted as "isHosted", k.created_at as "createdAt",
     (select count(*)::int from courses c where c.consumer_id = k.id) as courses
   from consumers k where k.school_id = $1 order by k.id`,
)

const listDeploymentsOf = queryRows<SchoolConnections['deployments'][number], [schoolId: number]>(
  'school_deployments',
  `select 'deployment' as kind, d.id, d.deployment_id as "deploymentId", d.status, d.seen_name as "seenName",
     f.id as "platformId", f.domain, f.issuer, f.client_id as "clientId", d.status = 'approved' and f.is_active as "isOn",
     d.created_at as "createdAt", (select count(*)::int from courses c where c.deployment_id = d.id) as courses
   from deployments d join platforms f on f.id = d.platform_id where d.school_id = $1 order by d.id`,
)

export const findSchoolFacts = async (db: Queryable, id: number): Promise<SchoolFacts | null> => {
  const school = await findSchoolRow(db, id)
  if (!school) return null
  const consumers = await listConsumersOf(db, id)
  return { ...school, connections: { consumers, deployments: await listDeploymentsOf(db, id) } }
}

const KEYS = 'array(select k.key from consumers k where k.school_id = s.id order by k.id)'
const DOMAINS = `array(select distinct f.domain from deployments d join platforms f on f.id = d.platform_id
  where d.school_id = s.id and d.status = 'approved' order by 1)`

/** Schools with the words of their connections, gathered once: school by school, that takes most of a search. */
const SEARCHED = `schools s
  left join (select school_id, string_agg(key, ' ') as keys from consumers group by school_id) k on k.school_id = s.id
  left join (select d.school_id, string_agg(f.domain, ' ') as domains from deployments d join platforms f on f.id = d.platform_id
    where d.status = 'approved' group by d.school_id) f on f.school_id = s.id`

const DEFAULTS = `array(select r.product_code from default_products x join products r on r.id = x.product_id
  where x.school_id = s.id order by 1)`

const STATES: Record<keyof typeof schoolStates, string> = {
  k12: 's.is_k12',
  no_default: 'not exists (select from default_products x where x.school_id = s.id)',
  no_course: 'not exists (select from courses c where c.school_id = s.id)',
}

/** Lists schools, each once, with their connections. */
export const listSchoolRows = (db: Queryable, query: ListQuery): Promise<ListPage<ListedSchool>> => {
  const values = new SqlValues()
  const { state = '' } = query.filters
  return listRows(
    db,
    {
      select: `s.id, s.name, ${KEYS} as keys, ${DOMAINS} as domains, ${DEFAULTS} as "defaultProducts", s.accepts_payment as "acceptsPayment",
        s.accepts_access_code as "acceptsAccessCode", s.email_domain as "emailDomain", s.is_k12 as "isK12",
        (select count(*)::int from courses c where c.school_id = s.id) as courses`,
      from: 'schools s',
      narrow: query.words ? SEARCHED : undefined,
      where: [
        hasWords("concat_ws(' ', s.name, k.keys, f.domains)", query.words, values),
        isKeyOf(STATES, state) ? STATES[state] : null,
      ],
      id: 's.id',
      sorts: {
        name: { by: 'lower(s.name)', kind: 'text' },
        newest: { by: 's.created_at', kind: 'time', descends: true },
      },
      values,
    },
    query,
  )
}

/** Finds a school by an LTI 1.1 key, else by its number, else by its name. */
export const findSchoolNamed = queryValue<number, [typed: string]>(
  'school_by_word',
  `select s.id as value from schools s left join consumers k on k.school_id = s.id and k.key = $1
   where k.key = $1 or s.id::text = $1 or lower(s.name) = lower($1) order by k.key is null, s.id::text <> $1 limit 1`,
)

/** Lists the links of a school that are not withdrawn, newest first. */
export const listLinks = queryRows<Omit<SeatLink, 'link'>, [schoolId: number]>(
  'seat_links_of_school',
  `select id, created_at as "createdAt" from seat_links where school_id = $1 and withdrawn_at is null order by id desc`,
)

export const saveLink = execute<[schoolId: number, staffId: number, now: Date]>(
  'seat_link_saved',
  'insert into seat_links (school_id, created_by, created_at) values ($1, $2, $3)',
)

/** Withdraws a link of the school. Returns false if it is not there, or was withdrawn before. */
export const saveWithdrawn = queryHasRow<[schoolId: number, linkId: number, now: Date]>(
  'seat_link_withdrawn',
  'update seat_links set withdrawn_at = $3 where school_id = $1 and id = $2 and withdrawn_at is null returning id',
)

export const findLinkedSchool = queryValue<number, [linkId: number]>(
  'seat_link_school',
  'select school_id as value from seat_links where id = $1 and withdrawn_at is null',
)

import { findLastBackup } from '#src/core/backups.ts'
import type { Database, Queryable, Tx } from '#src/core/db/db.ts'
import { queryOne, queryRows } from '#src/core/db/statements.ts'
import { IS_REFUSED } from '#src/lti/store/schema.ts'
import type { DatabaseFacts, SchoolSecrets } from '../rules/installation-lines.ts'

/** Reads the version, settings and clock of the database. */
export const findDatabaseFacts = async (db: Database, now: Date): Promise<Omit<DatabaseFacts, 'schemaCurrent'>> => {
  const { rows } = await db.client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
       current_setting('max_connections')::int as "maxConnections",
       current_setting('transaction_read_only') = 'on' as "readOnly", (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  )
  const { at, ...facts } = rows[0]
  return { kind: db.kind, ...facts, clockOffsetMs: at - now.getTime() }
}

/** Facts about what staff have set up that needs an outside service. */
export interface SetUpFacts {
  lastEventAt: Date | null
  unansweredSince: Date | null
  events: { taken: number; refused: number }
  deadJobs: number
  products: { code: string; priceId: string }[]
  cardSchools: number
  hostedSchools: number
  toolKeyAt: Date | null
  isSample: boolean
  backup: { name: string; at: Date; bytes: number | null } | null
  secrets: { name: string; since: Date }[]
}

const facts = queryOne<Omit<SetUpFacts, 'backup' | 'secrets'>, [now: Date]>(
  'set_up_facts',
  `select (select max(taken_at) from stripe_events) as "lastEventAt",
     (select min(created_at) from checkouts
      where created_at > coalesce((select max(taken_at) from stripe_events), '-infinity')) as "unansweredSince",
     (select json_build_object(
        'taken', (select count(*) from stripe_events where taken_at > $1::timestamptz - interval '1 day'),
        'refused', (select coalesce(sum(count), 0) from refused_events where hour > $1::timestamptz - interval '1 day'))
     ) as events,
     (select count(*)::int from pgboss.job where name = 'dead' and state = 'created') as "deadJobs",
     (select coalesce(json_agg(json_build_object('code', product_code, 'priceId', stripe_price_id) order by product_code), '[]')
      from products where not is_free) as products,
     (select count(*)::int from schools where accepts_payment) as "cardSchools",
     (select count(distinct school_id)::int from consumers where is_hosted) as "hostedSchools",
     (select state_at from tool_keys where state = 'current') as "toolKeyAt",
     coalesce((select origin from content_state), 'shipped') = 'shipped' as "isSample"`,
)

export const findSetUpFacts = async (db: Database, now: Date): Promise<SetUpFacts> => ({
  ...(await facts(db, now)),
  backup: await findLastBackup(db),
  secrets: await listSeenSecrets(db),
})

/** Finds the oldest secret of an LTI 1.1 school, and counts those set before an instant. Nothing without a school. */
export const findSchoolSecrets = queryRows<SchoolSecrets, [oldBefore: Date]>(
  'school_secrets',
  `with oldest as (
     select k.key, s.name, coalesce(r.at, k.created_at) as set_at,
       count(*) over ()::int as schools, count(*) filter (where coalesce(r.at, k.created_at) < $1) over ()::int as old
     from consumers k join schools s on s.id = k.school_id left join (
       select subject_id, max(at) as at from audit where subject_kind = 'consumer' and action = 'rotate-secret' group by 1
     ) r on r.subject_id = k.id
     order by set_at, k.id limit 1
   )
   select name, set_at as "setAt", schools, old,
     (select at from launch_diary where consumer_key = oldest.key and not (${IS_REFUSED}) order by id desc limit 1) as "usedAt"
   from oldest`,
)

/** Lists each secret of the settings as a server saw it last: its hash, and since when. */
export const listSeenSecrets = async (db: Queryable): Promise<{ name: string; hash: string; since: Date }[]> => {
  const { rows } = await db.client.query(
    `select distinct on (subject_key) subject_key as name, after ->> 'hash' as hash, at as since from audit
     where subject_kind = 'secret' and action = 'new-secret' order by subject_key, at desc, id desc`,
  )
  return rows
}

/** Saves what is wrong now, and forgets what no longer is. Returns since when each has been wrong. */
export const saveFaults = async (tx: Tx, names: string[], now: Date): Promise<Map<string, Date>> => {
  await tx.client.query('delete from faults where name <> all($1)', [names])
  await tx.client.query('insert into faults select unnest($1::text[]), $2 on conflict do nothing', [names, now])
  const { rows } = await tx.client.query<{ name: string; since: Date }>('select name, since from faults')
  return new Map(rows.map(({ name, since }) => [name, since]))
}

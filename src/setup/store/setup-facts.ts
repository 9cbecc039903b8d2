import { findLastBackup } from '#src/core/backup/find-last-backup.ts'
import { type Database, prepared } from '#src/core/db/db.ts'
import type { DatabaseFacts } from '../rules/installation-lines.ts'
import { listSeenSecrets } from './seen-secrets.ts'

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
  lastCheckoutAt: Date | null
  products: { code: string; priceId: string }[]
  cardSchools: number
  hostedSchools: number
  toolKeyAt: Date | null
  isSample: boolean
  backup: { name: string; at: Date } | null
  secrets: { name: string; since: Date }[]
}

const facts = prepared<Omit<SetUpFacts, 'backup' | 'secrets'>>(
  'set_up_facts',
  `select (select max(taken_at) from stripe_events) as "lastEventAt",
     (select created_at from checkouts order by id desc limit 1) as "lastCheckoutAt",
     (select coalesce(json_agg(json_build_object('code', product_code, 'priceId', stripe_price_id) order by product_code), '[]')
      from products where not is_free) as products,
     (select count(*)::int from schools where accepts_payment) as "cardSchools",
     (select count(distinct school_id)::int from consumers where is_hosted) as "hostedSchools",
     (select state_at from tool_keys where state = 'current') as "toolKeyAt",
     coalesce((select origin from content_state), 'shipped') = 'shipped' as "isSample"`,
)

export const findSetUpFacts = async (db: Database): Promise<SetUpFacts> => ({
  ...(await facts(db, []))[0]!,
  backup: await findLastBackup(db),
  secrets: await listSeenSecrets(db),
})

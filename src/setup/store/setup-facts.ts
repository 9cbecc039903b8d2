import { findLastBackup } from '#src/core/backup/find-last-backup.ts'
import type { Database } from '#src/core/db/db.ts'
import type { DatabaseFacts } from '../rules/installation-lines.ts'
import { listSeenSecrets } from './seen-secrets.ts'

/** Reads the version, settings and clock of the database. */
export const findDatabaseFacts = async (db: Database, now: Date): Promise<Omit<DatabaseFacts, 'schemaCurrent'>> => {
  const { rows } = await db.client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
       current_setting('max_connections')::int as max_connections,
       current_setting('transaction_read_only') = 'on' as read_only, extract(epoch from clock_timestamp()) * 1000 as now`,
  )
  const [row] = rows
  return {
    kind: db.kind,
    version: row.version,
    encoding: row.encoding,
    maxConnections: row.max_connections,
    readOnly: row.read_only,
    clockOffsetMs: Number(row.now) - now.getTime(),
  }
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

export const findSetUpFacts = async (db: Database): Promise<SetUpFacts> => {
  const { rows } = await db.client.query(
    `select (select max(taken_at) from stripe_events) as last_event_at,
       (select created_at from checkouts order by id desc limit 1) as last_checkout_at,
       (select coalesce(json_agg(json_build_object('code', product_code, 'priceId', stripe_price_id) order by product_code), '[]')
        from products where not is_free) as products,
       (select count(*) from consumers where accepts_payment)
         + (select count(*) from deployments where accepts_payment) as card_schools,
       (select count(*) from consumers where is_hosted) as hosted_schools,
       (select state_at from tool_keys where state = 'current') as tool_key_at,
       coalesce((select origin from content_state), 'shipped') = 'shipped' as is_sample`,
  )
  const [row] = rows
  return {
    lastEventAt: row.last_event_at,
    lastCheckoutAt: row.last_checkout_at,
    products: row.products,
    cardSchools: Number(row.card_schools),
    hostedSchools: Number(row.hosted_schools),
    toolKeyAt: row.tool_key_at,
    isSample: row.is_sample,
    backup: await findLastBackup(db),
    secrets: await listSeenSecrets(db),
  }
}

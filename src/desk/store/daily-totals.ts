import { asc, between, gte, max, sql } from 'drizzle-orm'
import { IS_REVENUE, RECEIVED } from '#src/access/store/schema/checkouts.ts'
import { UNDO_REASON } from '#src/core/audit/audit.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import type { AnswerTimes, Service } from '#src/core/event-counts.ts'
import type { DailyTotal, Measure } from '../rules/figures.ts'
import { answerTimes, dailyTotals } from './schema/reports.ts'

/** The range's parameters: $1 the business time zone, $2 and $3 its first day and the day after its last. */
const dayOf = (column: string) => `(${column} at time zone $1)::date`
const inRange = (column: string) =>
  `${column} >= ($2::date)::timestamp at time zone $1 and ${column} < ($3::date)::timestamp at time zone $1`

/**
 * SQL for each time a person got access in the range or later, so that a past day keeps its number when access ends: rows
 * that have it, then what the audit log has of access that ended. Rows that were moved in have no such line, so that of
 * them only what gave access is left.
 */
const ENTERED = `(
  select id, processed_at as at, source, created_at from entitlements where source not in ('test', 'migrated')
  union all
  select e.id, (a.before->>'processedAt')::timestamptz, a.before->>'source', e.created_at
  from audit a join entitlements e on e.id = a.subject_id
  where a.at >= ($2::date)::timestamp at time zone $1 and a.subject_kind = 'entitlement' and a.action in ('end-access', 'unprocess')
    and a.before->>'source' not in ('test', 'migrated') and a.reason is distinct from '${UNDO_REASON}'
  union all
  select e.id, g.*, e.created_at from entitlements e cross join lateral (
    select attached_at as at, 'code' as source from coupon_uses where entitlement_id = e.id
    union all select completed_at, 'card' from checkouts where entitlement_id = e.id and status = 'paid'
    order by 1 desc limit 1) g
  where e.processed_at is null and not e.is_test and coalesce(e.access_ends_at, e.last_period_ended_at) is not null
    and not exists (select from audit a where a.subject_kind = 'entitlement' and a.subject_id = e.id and a.action = 'end-access'))`

/** Returns the statements that select day, key and total of one measure. Money is that in the mode of the server, test or live. */
const countsOf = (live: boolean): Record<Measure, string> => ({
  launches: `select ${dayOf('at')}, outcome, count(*) from launch_diary where ${inRange('at')} group by 1, 2`,
  entered: `select ${dayOf('at')}, source, count(distinct id) from ${ENTERED} g where ${inRange('at')} group by 1, 2`,
  sales: `select ${dayOf('x.completed_at')}, x.currency, sum(${RECEIVED}) from checkouts x
    left join card_payments b on b.payment_intent = x.payment_intent
    where ${inRange('x.completed_at')} and ${IS_REVENUE} and x.livemode = ${live} group by 1, 2`,
  refunds: `select ${dayOf('r.at')}, x.currency, sum(r.amount) from card_refunds r
    join checkouts x on x.payment_intent = r.payment_intent where ${inRange('r.at')} and not r.failed and ${IS_REVENUE} and x.livemode = ${live} group by 1, 2`,
  minutes: `select week, key, round(total) from (
      select date_trunc('week', ${dayOf('at')})::date as week, percentile_cont(array[0.5, 0.9]) within group (
          order by extract(epoch from at - created_at) / 60) as at
      from ${ENTERED} g where ${inRange('at')} and source in ('code', 'card', 'free') group by 1
    ) weeks cross join lateral unnest(array['median', 'slowest'], at) as part(key, total)`,
})

/** Counts the days of a range again. `from` must be a Monday, or the minutes of its week would lack days. */
export const saveTotals = async (
  tx: Tx,
  { timezone, from, until, live }: { timezone: string; from: string; until: string; live: boolean },
): Promise<void> => {
  // Counts that run at once wait for each other. Readers do not wait.
  await tx.client.query('lock table daily_totals in share row exclusive mode')
  await tx.client.query('delete from daily_totals where day >= $1 and day < $2', [from, until])
  for (const [measure, select] of Object.entries(countsOf(live)))
    await tx.client.query(
      `insert into daily_totals (day, key, total, measure) select counted.*, $4 from (${select}) counted`,
      [timezone, from, until, measure],
    )
}

export const findLastDay = async (db: Queryable): Promise<string | null> => {
  const [row] = await db.orm.select({ day: max(dailyTotals.day) }).from(dailyTotals)
  return row?.day ?? null
}

/** Lists totals of the days from `from` to `to`, both included, oldest first. */
export const listTotals = (db: Queryable, from: string, to: string): Promise<DailyTotal[]> =>
  db.orm
    .select()
    .from(dailyTotals)
    .where(between(dailyTotals.day, from, to))
    .orderBy(asc(dailyTotals.day), asc(dailyTotals.measure), asc(dailyTotals.key))

/** Adds calls to the totals of a day. */
export const addToDay = async (db: Queryable, day: string, times: AnswerTimes[]): Promise<void> => {
  const rows = times.map(({ service, calls, total, slowest }) => ({
    ...{ day, service, calls },
    totalMs: Math.round(total),
    slowestMs: Math.round(slowest),
  }))
  await db.orm
    .insert(answerTimes)
    .values(rows)
    .onConflictDoUpdate({
      target: [answerTimes.day, answerTimes.service],
      set: {
        calls: sql`${answerTimes.calls} + excluded.calls`,
        totalMs: sql`${answerTimes.totalMs} + excluded.total_ms`,
        slowestMs: sql`greatest(${answerTimes.slowestMs}, excluded.slowest_ms)`,
      },
    })
}

/** Answer times of one service, in milliseconds. */
interface MeanAnswerTimes {
  service: Service
  calls: number
  mean: number
  slowest: number
}

const MEAN = sql<number>`(sum(${answerTimes.totalMs}) / sum(${answerTimes.calls}))::float8`

/** Lists the services called since a day, the slowest first. */
export const listMeanTimes = (db: Queryable, since: string): Promise<MeanAnswerTimes[]> =>
  db.orm
    .select({
      service: answerTimes.service,
      calls: sql<number>`sum(${answerTimes.calls})::float8`,
      mean: MEAN,
      slowest: sql<number>`max(${answerTimes.slowestMs})`,
    })
    .from(answerTimes)
    .where(gte(answerTimes.day, since))
    .groupBy(answerTimes.service)
    .orderBy(sql`${MEAN} desc`)

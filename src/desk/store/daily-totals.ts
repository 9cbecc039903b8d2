import { and, asc, gte, inArray, lte, max, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import type { AnswerTimes, Service } from '#src/core/event-counts.ts'
import type { DailyTotal, Measure } from '../rules/figures.ts'
import { answerTimes, dailyTotals } from './schema/reports.ts'

/** The range's parameters: $1 the business time zone, $2 and $3 its first day and the day after its last. */
const dayOf = (column: string) => `(${column} at time zone $1)::date`
const inRange = (column: string) =>
  `${column} >= ($2::date)::timestamp at time zone $1 and ${column} < ($3::date)::timestamp at time zone $1`

const MINUTES = 'extract(epoch from g.processed_at - g.created_at) / 60'

/** Returns the statements that select day, key and total of one measure. Money is that in the mode of the server, test or live. */
const countsOf = (live: boolean): Record<Measure, string> => ({
  launches: `select ${dayOf('at')}, outcome, count(*) from launch_diary where ${inRange('at')} group by 1, 2`,
  entered: `select ${dayOf('at')}, source, count(*) from (
      select processed_at as at, source from entitlements where source not in ('test', 'migrated')
      -- Of access that has ended, only what gave it is left.
      union all select g.* from entitlements e cross join lateral (
        select attached_at as at, 'code' as source from coupon_uses where entitlement_id = e.id
        union all select completed_at, 'card' from checkouts where entitlement_id = e.id and status = 'paid'
        order by 1 desc limit 1) g
      where e.processed_at is null and not e.is_test and coalesce(e.access_ends_at, e.last_period_ended_at) is not null
    ) entered where ${inRange('at')} group by 1, 2`,
  sales: `select ${dayOf('completed_at')}, currency, sum(coalesce(total, amount)) from checkouts
    where ${inRange('completed_at')} and status = 'paid' and livemode = ${live} group by 1, 2`,
  refunds: `select ${dayOf('r.at')}, x.currency, sum(r.amount) from card_refunds r
    join checkouts x on x.payment_intent = r.payment_intent where ${inRange('r.at')} and not r.failed and x.livemode = ${live} group by 1, 2`,
  minutes: `select week, key, round(total) from (
      select date_trunc('week', ${dayOf('g.processed_at')})::date as week,
        percentile_cont(array[0.5, 0.9]) within group (order by ${MINUTES}) as at
      from entitlements g where ${inRange('g.processed_at')} and source in ('code', 'card', 'free') group by 1
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
export const listTotals = (db: Queryable, measures: Measure[], from: string, to: string): Promise<DailyTotal[]> =>
  db.orm
    .select()
    .from(dailyTotals)
    .where(and(inArray(dailyTotals.measure, measures), gte(dailyTotals.day, from), lte(dailyTotals.day, to)))
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
export interface MeanAnswerTimes {
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

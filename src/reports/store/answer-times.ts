import { gte, sql } from 'drizzle-orm'
import type { Queryable } from '#src/core/db/db.ts'
import type { AnswerTimes, Service } from '#src/core/outbound/outside-calls.ts'
import { answerTimes } from './schema.ts'

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

import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { people } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { platforms } from '#src/schools/store/schema/platforms.ts'
import type { HelpFacts } from '../rules/help.ts'
import { helpRequests, supportFlags } from './schema/support.ts'

const flag = prepared(
  'support_flag',
  `insert into support_flags (day, page, last_at) values ($1, $2, $3)
   on conflict (day, page) do update set count = support_flags.count + 1, last_at = excluded.last_at`,
)

export const addSupportFlag = async (
  db: Queryable,
  { day, page, now }: { day: string; page: string; now: Date },
): Promise<void> => {
  await flag(db, [day, page, now])
}

export interface HelpRequest {
  id: number
  at: Date
  email: string
  text: string
  facts: Record<string, unknown>
  answeredAt: Date | null
}

export interface SupportFlag {
  day: string
  page: string
  count: number
  lastAt: Date
}

/** Lists help requests, unanswered ones first, then the newest. At most `most`. */
export const listHelpRequests = async (db: Queryable, most: number): Promise<HelpRequest[]> =>
  db.orm
    .select()
    .from(helpRequests)
    .orderBy(sql`${helpRequests.answeredAt} is not null`, desc(helpRequests.at))
    .limit(most)

export const listSupportFlags = (db: Queryable, most: number): Promise<SupportFlag[]> =>
  db.orm.select().from(supportFlags).orderBy(desc(supportFlags.day), supportFlags.page).limit(most)

/** Marks a request as answered. Returns false when a colleague did so first. */
export const claimHelpAnswered = async (db: Queryable, id: number, now: Date): Promise<boolean> =>
  (
    await db.orm
      .update(helpRequests)
      .set({ answeredAt: now })
      .where(and(eq(helpRequests.id, id), isNull(helpRequests.answeredAt)))
      .returning({ id: helpRequests.id })
  ).length === 1

export const saveHelpRequest = async (
  tx: Tx,
  { email, text, facts, now }: { email: string; text: string; facts: HelpFacts; now: Date },
): Promise<number> => {
  const [row] = await tx.orm
    .insert(helpRequests)
    .values({ email, text, facts, at: now })
    .returning({ id: helpRequests.id })
  return row!.id
}

/** Returns the issuer of a person's platform; null without one. */
export const findIssuer = async (db: Queryable, personId: number): Promise<string | null> => {
  const [row] = await db.orm
    .select({ issuer: platforms.issuer })
    .from(people)
    .innerJoin(platforms, eq(platforms.id, people.platformId))
    .where(eq(people.id, personId))
  return row?.issuer ?? null
}

export const deleteHelpBefore = async (db: Queryable, before: Date): Promise<void> => {
  await db.orm.delete(helpRequests).where(lt(helpRequests.at, before))
  await db.orm.delete(supportFlags).where(lt(supportFlags.lastAt, before))
}

import { desc, eq, sql } from 'drizzle-orm'
import type { HelpFacts, HelpRequest, SupportFlag } from '../../domain/help.ts'
import { prepared, type Queryable, type Tx } from '../db.ts'
import { people } from '../schema/people.ts'
import { platforms } from '../schema/platforms.ts'
import { helpRequests, supportFlags } from '../schema/support.ts'

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

export const listSupportFlags = async (db: Queryable): Promise<SupportFlag[]> =>
  db.orm
    .select({ day: supportFlags.day, page: supportFlags.page, count: supportFlags.count })
    .from(supportFlags)
    .orderBy(desc(supportFlags.day), supportFlags.page)
    .limit(30)

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

const MOST = 100

/** Open ones first, then the newest. */
export const listHelpRequests = async (db: Queryable): Promise<HelpRequest[]> => {
  const rows = await db.orm
    .select()
    .from(helpRequests)
    .orderBy(sql`${helpRequests.answeredAt} is not null`, desc(helpRequests.id))
    .limit(MOST)
  return rows as HelpRequest[]
}

export const saveAnswered = async (db: Queryable, id: number, answeredAt: Date | null): Promise<void> => {
  await db.orm.update(helpRequests).set({ answeredAt }).where(eq(helpRequests.id, id))
}

/** The issuer of the LMS that a person comes from. */
export const findIssuer = async (db: Queryable, personId: number): Promise<string | null> => {
  const [row] = await db.orm
    .select({ issuer: platforms.issuer })
    .from(people)
    .innerJoin(platforms, eq(platforms.id, people.platformId))
    .where(eq(people.id, personId))
  return row?.issuer ?? null
}

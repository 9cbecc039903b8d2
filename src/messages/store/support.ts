import { desc, eq, lt } from 'drizzle-orm'
import { people } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { platforms } from '#src/schools/store/schema.ts'
import type { HelpFacts } from '../rules/help.ts'
import { guessKind } from '../rules/help-desk.ts'
import { helpRequests, supportFlags } from './schema.ts'

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

interface SupportFlag {
  day: string
  page: string
  count: number
  lastAt: Date
}

/** Lists payment pages that were opened without a token, newest first. At most 200. */
export const listPagesWithoutToken = (db: Queryable): Promise<SupportFlag[]> =>
  db.orm.select().from(supportFlags).orderBy(desc(supportFlags.day), supportFlags.page).limit(200)

export const saveHelpRequest = async (
  tx: Tx,
  { email, text, facts, now }: { email: string; text: string; facts: HelpFacts & { reference?: string }; now: Date },
): Promise<number> => {
  const [row] = await tx.orm
    .insert(helpRequests)
    .values({ email, text, facts, kind: guessKind(text, facts), at: now })
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

import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { PERSON_NAME, people } from '#src/access/store/schema/people.ts'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import { platforms } from '#src/schools/store/schema.ts'
import type { HelpFacts } from '../rules/help.ts'
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

export interface HelpRequest {
  id: number
  at: Date
  email: string
  text: string
  facts: Record<string, unknown>
  answeredAt: Date | null
  /** The person and course of the link that the page was opened with; null without one, or if it was replaced since. */
  personId: number | null
  name: string | null
  courseId: number | null
  course: string | null
}

export interface SupportFlag {
  day: string
  page: string
  count: number
  lastAt: Date
}

const requests = prepared<HelpRequest>(
  'help_requests',
  `with listed as (
    select * from help_requests order by answered_at is not null, case when answered_at is null then at end, at desc limit $1
  )
  select h.id, h.at, h.email, h.text, h.facts, h.answered_at as "answeredAt", p.id as "personId", ${PERSON_NAME} as name,
    c.id as "courseId", ${COURSE_NAME} as course
  from listed h left join entitlements e on e.token = coalesce(h.facts->>'enroll_token', h.facts->>'lti_token')
    left join people p on p.id = e.person_id left join courses c on c.id = e.course_id
  order by h.answered_at is not null, case when h.answered_at is null then h.at end, h.at desc`,
)

/** Lists help requests: unanswered ones first, the oldest of them first, then the newest of the others. */
export const listHelpRequests = (db: Queryable, most: number): Promise<HelpRequest[]> => requests(db, [most])

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

import { and, eq, isNull } from 'drizzle-orm'
import { PERSON_NAME } from '#src/access/store/schema/people.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { hasWords, listRows, SqlValues } from '#src/core/db/row-lists.ts'
import { queryRow, queryRows } from '#src/core/db/statements.ts'
import { isKeyOf } from '#src/core/rules/guards.ts'
import type { Language } from '#src/core/rules/language.ts'
import { type ListPage, type ListQuery, rowId } from '#src/core/rules/rows.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import { type HelpReply, type HelpRequest, helpKinds, type TemplateName } from '../rules/help-desk.ts'
import { helpReplies, helpRequests, helpTemplates } from './schema.ts'

const STAFF_NAME = (u: string) => `coalesce(nullif(trim(${u}.first_name || ' ' || ${u}.last_name), ''), ${u}.email)`

/** SQL for a help request `h`, with the person and course of its link. */
const SELECT = `h.id, h.at, h.email, h.text, h.facts, h.kind, h.owner_id as "ownerId", ${STAFF_NAME('o')} as owner,
  h.answered_at as "answeredAt", (select count(*)::int from help_replies r where r.request_id = h.id) as replies,
  p.id as "personId", ${PERSON_NAME} as name, p.language, e.processed_at is not null as "isIn",
  c.id as "courseId", ${COURSE_NAME} as course`
const FROM = `help_requests h left join entitlements e on e.token = coalesce(h.facts->>'enroll_token', h.facts->>'lti_token')
  left join people p on p.id = e.person_id left join courses c on c.id = e.course_id left join staff_users o on o.id = h.owner_id`

/** Lists help requests: those that are open, unless `state` asks for others. */
export const listHelpRows = (db: Queryable, query: ListQuery, ownId: number): Promise<ListPage<HelpRequest>> => {
  const values = new SqlValues()
  const { state, owner, kind = '' } = query.filters
  const ownerId = owner === 'me' ? ownId : rowId(owner)
  return listRows(
    db,
    {
      select: SELECT,
      from: FROM,
      where: [
        hasWords(
          `concat_ws(' ', h.email, h.text, h.facts->>'reference', h.facts->>'course_title', ${PERSON_NAME}, ${COURSE_NAME})`,
          query.words,
          values,
        ),
        state === 'all' ? null : `h.answered_at is ${state === 'done' ? 'not null' : 'null'}`,
        owner === 'nobody' ? 'h.owner_id is null' : ownerId === null ? null : `h.owner_id = ${values.add(ownerId)}`,
        isKeyOf(helpKinds, kind) ? `h.kind = ${values.add(kind)}` : null,
      ],
      id: 'h.id',
      sorts: { oldest: { by: 'h.at', kind: 'time' }, newest: { by: 'h.at', kind: 'time', descends: true } },
      values,
    },
    query,
  )
}

export const findHelpRequest = queryRow<HelpRequest, [id: number]>(
  'help_request',
  `select ${SELECT} from ${FROM} where h.id = $1`,
)

export const listReplies = queryRows<HelpReply, [requestId: number]>(
  'help_replies',
  `select r.id, r.at, r.text, ${STAFF_NAME('u')} as who from help_replies r left join staff_users u on u.id = r.staff_id
   where r.request_id = $1 order by r.id`,
)

export const lockHelpRequest = async (tx: Tx, id: number) =>
  (await tx.orm.select().from(helpRequests).where(eq(helpRequests.id, id)).for('update'))[0] ?? null

export const saveHelpChange = async (
  tx: Tx,
  id: number,
  change: Partial<Pick<HelpRequest, 'ownerId' | 'answeredAt'>>,
): Promise<void> => {
  await tx.orm.update(helpRequests).set(change).where(eq(helpRequests.id, id))
}

/** Makes somebody the owner of a request that has none. */
export const claimOwner = async (tx: Tx, id: number, ownerId: number): Promise<void> => {
  await tx.orm
    .update(helpRequests)
    .set({ ownerId })
    .where(and(eq(helpRequests.id, id), isNull(helpRequests.ownerId)))
}

export const saveReply = async (tx: Tx, reply: typeof helpReplies.$inferInsert): Promise<number> => {
  const [row] = await tx.orm.insert(helpReplies).values(reply).returning({ id: helpReplies.id })
  return row!.id
}

export const listChangedTemplates = (db: Queryable) => db.orm.select().from(helpTemplates)

/** Saves a changed template; without a text it is as in the catalogue again. */
export const saveTemplate = async (tx: Tx, name: TemplateName, language: Language, text: string): Promise<void> => {
  if (text === '')
    await tx.orm.delete(helpTemplates).where(and(eq(helpTemplates.name, name), eq(helpTemplates.language, language)))
  else
    await tx.orm
      .insert(helpTemplates)
      .values({ name, language, text })
      .onConflictDoUpdate({ target: [helpTemplates.name, helpTemplates.language], set: { text } })
}

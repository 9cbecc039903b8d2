import type { Queryable } from '#src/core/db/db.ts'
import { execute, queryRow, queryRows, queryValue, queryValues } from '#src/core/db/statements.ts'
import type { GradesOf, GradeTarget, NamedRejectedGrades, RejectedGrades } from '../rules/grade.ts'

const JOINS = `join entitlements e on e.id = t.entitlement_id join people p on p.id = e.person_id
  join courses c on c.id = e.course_id join schools s on s.id = c.school_id left join deployments d on d.id = c.deployment_id`

/** SQL condition that the target can be sent to, and that its school wants grades. */
const IS_WANTED = 's.passes_grades and (t.sourced_id is not null or p.lti_user_id is not null)'

/**
 * Returns where a grade is sent, and whether its person has or had access (access that ran out keeps its grade). Returns
 * null when the target is gone or the school wants no grades.
 */
export const findGradeTarget = queryRow<{ isIn: boolean; target: GradeTarget }, [targetId: number]>(
  'grade_target',
  `select (e.processed_at is not null or e.access_ends_at is not null) as "isIn",
     case when t.sourced_id is not null
       then json_build_object('kind', 'outcome', 'consumerId', c.consumer_id, 'serviceUrl', t.outcome_service_url, 'sourcedId', t.sourced_id)
       else json_build_object('kind', 'score', 'platformId', d.platform_id, 'lineItemUrl', t.line_item_url,
         'lineItemsUrl', t.line_items_url, 'userId', p.lti_user_id, 'scopes', t.scopes) end as target
   from grade_targets t ${JOINS} where t.id = $1 and ${IS_WANTED}`,
)

/** Claims a grade for one process at a time. Returns its state, or null when another process holds it. */
export const claimGrade = queryRow<
  { sentTo: string | null; score: number | null; asking: number | null; failingSince: Date | null },
  [targetId: number, now: Date, until: Date]
>(
  'grade_claimed',
  `update grade_targets set claimed_until = $3 where id = $1 and (claimed_until is null or claimed_until <= $2)
   returning sent_to as "sentTo", score, asking, failing_since as "failingSince"`,
)

/** Records that a score is about to be sent. If the answer is lost, the next attempt reads the LMS first. */
export const saveGradePending = execute<[targetId: number, score: number]>(
  'grade_pending',
  'update grade_targets set asking = $2, problem = null where id = $1',
)

export const saveGradeSent = execute<[targetId: number, sentTo: string, score: number, now: Date]>(
  'grade_sent',
  `update grade_targets set sent_to = $2, score = $3, sent_at = $4, asking = null, claimed_until = null, problem = null,
     failing_since = null, updated_at = $4 where id = $1`,
)

/** Records a failed attempt. Keeps the time of the first failure. */
export const saveGradeFailing = execute<[targetId: number, now: Date]>(
  'grade_failing',
  'update grade_targets set failing_since = coalesce(failing_since, $2) where id = $1',
)

/** Records that the LMS rejected the grade permanently at this address. A new address is tried again. */
export const saveGradeRejected = execute<[targetId: number, sentTo: string, problem: string, now: Date]>(
  'grade_rejected',
  `update grade_targets set sent_to = $2, score = null, asking = null, problem = $3, failing_since = null, updated_at = $4
   where id = $1`,
)

export const releaseGrade = execute<[targetId: number]>(
  'grade_released',
  'update grade_targets set claimed_until = null where id = $1',
)

const LAST_PROBLEM = 'count(*)::int as count, (array_agg(t.problem order by t.updated_at desc))[1] as problem'

/** Lists each school that has rejected grades, with their number and the reason of the latest. */
export const listRejectedGradesBySchool = queryRows<NamedRejectedGrades>(
  'rejected_grades_by_school',
  `select s.id, s.name, ${LAST_PROBLEM} from grade_targets t ${JOINS} where t.problem is not null group by s.id order by s.name`,
)

/** SQL condition for rejected grades `t` of one person or school. */
const REJECTED: Record<GradesOf['kind'], string> = {
  entitlement: 't.problem is not null and t.entitlement_id = $1',
  school: `t.problem is not null and t.entitlement_id in (
    select e.id from entitlements e join courses c on c.id = e.course_id where c.school_id = $1)`,
}

/** Returns the number of grades that an LMS rejected for good and the last reason, or null if there are none. */
export const findRejectedGradesOf = async (db: Queryable, { kind, id }: GradesOf): Promise<RejectedGrades | null> => {
  const { rows } = await db.client.query<RejectedGrades>(
    `select ${LAST_PROBLEM} from grade_targets t where ${REJECTED[kind]} having count(*) > 0`,
    [id],
  )
  return rows[0] ?? null
}

/**
 * Resets up to `most` rejected grades, so that they are sent again, and returns their targets. Each goes to one caller
 * only. They are marked as pending, because we no longer know what the LMS has: the next attempt reads it first. People
 * without access get a 0.
 */
export const claimRejectedGrades = async (tx: Queryable, { kind, id }: GradesOf, most: number): Promise<number[]> => {
  const { rows } = await tx.client.query<{ id: number }>(
    `update grade_targets set problem = null, sent_to = null, asking = 0
     where id in (select t.id from grade_targets t where ${REJECTED[kind]} order by t.id limit $2 for update) returning id`,
    [id, most],
  )
  return rows.map(row => row.id)
}

/** SQL for the address of a target, as `targetKey` in rules/grade.ts writes it. */
const ADDRESS = `case when t.sourced_id is not null then t.outcome_service_url || ' ' || t.sourced_id
  else coalesce(t.line_item_url, t.line_items_url) || ' ' || p.lti_user_id end`

/**
 * Lists targets that the daily job should send: never sent, sent to another address, or without an answer. Leaves out
 * those with a pending job and grades that the LMS rejected at the same address. A rejected grade is retried when the
 * secret of the consumer has changed since, because the old secret may have been the reason.
 */
export const listUnsentGrades = queryValues<number, [most: number, newSecretsSince: Date]>(
  'grades_unsent',
  `select t.id as value from grade_targets t ${JOINS}
   where ${IS_WANTED} and (t.asking is not null or e.processed_at is not null and (t.sent_to is distinct from ${ADDRESS}
     or t.problem is not null and exists (
       select from audit a where a.subject_kind = 'consumer' and a.subject_id = c.consumer_id and a.action = 'rotate-secret' and a.at > $2)))
   and not exists (
     select from pgboss.job j where j.name = 'grade' and j.state in ('created', 'retry', 'active')
       and j.data->'data' = jsonb_build_object('targetId', t.id))
   order by t.id limit $1`,
)

/** Returns the column that we made in a course of an LMS, by the id that the LMS returned; null if there is none yet. */
export const findOwnColumn = queryValue<string, [lineItemsUrl: string]>(
  'own_column',
  'select line_item_url as value from own_columns where line_items_url = $1',
)

export const saveOwnColumn = execute<[lineItemsUrl: string, url: string]>(
  'own_column_saved',
  `insert into own_columns (line_items_url, line_item_url) values ($1, $2)
   on conflict (line_items_url) do update set line_item_url = excluded.line_item_url, created_at = now()`,
)

/** Forgets a column that the LMS does not have any more. */
export const forgetOwnColumn = execute<[lineItemsUrl: string, url: string]>(
  'own_column_forgotten',
  'delete from own_columns where line_items_url = $1 and line_item_url = $2',
)

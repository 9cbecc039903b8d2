import type { Subject } from '#src/access/rules/entitlement.ts'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { GradesOf, GradeTarget, RejectedGrades, SchoolRejectedGrades } from '../rules/grade.ts'

/**
 * Returns where a person's grade is sent, and whether they have or had access (access that ran out keeps its grade).
 * Returns null when no launch sent a target or the school wants no grades.
 */
export const findGradeTarget = async (
  db: Queryable,
  { kind, id }: Subject,
): Promise<{ target: GradeTarget; isIn: boolean } | null> => {
  if (kind === 'enrollment') {
    const { rows } = await db.client.query(
      `select (e.processed_at is not null or e.access_ends_at is not null) as is_in, e.grade_passback_id, e.outcome_service_url, c.consumer_id
       from enrollments e join courses c on c.id = e.course_id join consumers s on s.id = c.consumer_id
       where e.id = $1 and s.passes_grades and e.grade_passback_id is not null and e.outcome_service_url is not null`,
      [id],
    )
    const [row] = rows
    if (!row) return null
    const { consumer_id: consumerId, outcome_service_url: serviceUrl, grade_passback_id: sourcedId } = row
    return { isIn: row.is_in, target: { kind: 'outcome', consumerId, serviceUrl, sourcedId } }
  }
  const { rows } = await db.client.query(
    `select (m.processed_at is not null or m.access_ends_at is not null) as is_in, m.line_item_url, m.line_items_url, m.grade_scopes, s.platform_id, p.lti_user_id
     from memberships m join people p on p.id = m.person_id join courses c on c.id = m.course_id join deployments s on s.id = c.deployment_id
     where m.id = $1 and s.passes_grades and p.lti_user_id is not null and (m.line_item_url is not null or m.line_items_url is not null)`,
    [id],
  )
  const [row] = rows
  if (!row) return null
  const target: GradeTarget = {
    kind: 'score',
    platformId: row.platform_id,
    lineItemUrl: row.line_item_url,
    lineItemsUrl: row.line_items_url,
    userId: row.lti_user_id,
    scopes: row.grade_scopes,
  }
  return { isIn: row.is_in, target }
}

interface GradeState {
  target: string | null
  score: number | null
  asking: number | null
  failing_since: Date | null
}

/** Claims a person's grade for one process at a time. Returns its state, or null when another process holds it. */
export const claimGrade = async (
  db: Queryable,
  { kind, id }: Subject,
  { now, until }: { now: Date; until: Date },
): Promise<GradeState | null> => {
  const { rows } = await db.client.query<GradeState>(
    `insert into grades (subject_kind, subject_id, claimed_until) values ($1, $2, $4)
     on conflict (subject_kind, subject_id) do update set claimed_until = $4
       where grades.claimed_until is null or grades.claimed_until <= $3
     returning target, score, asking, failing_since`,
    [kind, id, now, until],
  )
  return rows[0] ?? null
}

/** Records that a score is about to be sent. If the answer is lost, the next attempt reads the LMS first. */
export const saveGradePending = async (db: Queryable, { kind, id }: Subject, score: number): Promise<void> => {
  await db.client.query('update grades set asking = $3, problem = null where subject_kind = $1 and subject_id = $2', [
    kind,
    id,
    score,
  ])
}

export const saveGradeSent = async (
  db: Queryable,
  { kind, id }: Subject,
  { target, score, now }: { target: string; score: number; now: Date },
): Promise<void> => {
  await db.client.query(
    `update grades set target = $3, score = $4, asking = null, claimed_until = null, problem = null, failing_since = null, updated_at = $5
     where subject_kind = $1 and subject_id = $2`,
    [kind, id, target, score, now],
  )
}

/** Records a failed attempt. Keeps the time of the first failure. */
export const saveGradeFailing = async (db: Queryable, { kind, id }: Subject, now: Date): Promise<void> => {
  await db.client.query(
    'update grades set failing_since = coalesce(failing_since, $3) where subject_kind = $1 and subject_id = $2',
    [kind, id, now],
  )
}

const LAST_PROBLEM = 'count(*)::int as count, (array_agg(g.problem order by g.updated_at desc))[1] as problem'

const rejectedBySchool = prepared<SchoolRejectedGrades>(
  'rejected_grades',
  `select 'consumer' as kind, s.id, s.name, s.key, ${LAST_PROBLEM}
   from grades g join enrollments e on g.subject_kind = 'enrollment' and e.id = g.subject_id
     join courses c on c.id = e.course_id join consumers s on s.id = c.consumer_id
   where g.problem is not null group by s.id
   union all
   select 'platform', f.id, f.domain, f.client_id, ${LAST_PROBLEM}
   from grades g join memberships m on g.subject_kind = 'membership' and m.id = g.subject_id
     join courses c on c.id = m.course_id join deployments d on d.id = c.deployment_id join platforms f on f.id = d.platform_id
   where g.problem is not null group by f.id
   order by name`,
)

/** Lists each school and platform with the number of rejected grades and the reason of the latest. */
export const listRejectedGradesBySchool = (db: Queryable): Promise<SchoolRejectedGrades[]> => rejectedBySchool(db, [])

/** SQL condition for rejected grades `g` of one person, one consumer or one platform. */
const REJECTED: Record<GradesOf['kind'], string> = {
  enrollment: "g.problem is not null and g.subject_kind = 'enrollment' and g.subject_id = $1",
  membership: "g.problem is not null and g.subject_kind = 'membership' and g.subject_id = $1",
  consumer: `g.problem is not null and g.subject_kind = 'enrollment' and g.subject_id in (
    select e.id from enrollments e join courses c on c.id = e.course_id where c.consumer_id = $1)`,
  platform: `g.problem is not null and g.subject_kind = 'membership' and g.subject_id in (
    select m.id from memberships m join courses c on c.id = m.course_id join deployments d on d.id = c.deployment_id where d.platform_id = $1)`,
}

export const findRejectedGradesOf = async (db: Queryable, { kind, id }: GradesOf): Promise<RejectedGrades | null> => {
  const { rows } = await db.client.query<RejectedGrades>(
    `select ${LAST_PROBLEM}
     from grades g where ${REJECTED[kind]} having count(*) > 0`,
    [id],
  )
  return rows[0] ?? null
}

/**
 * Resets up to `most` rejected grades, so that they are sent again. Each goes to one caller only. They are marked as
 * pending, because we no longer know what the LMS has: the next attempt reads it first. People without access get a 0.
 */
export const claimRejectedGrades = async (tx: Tx, { kind, id }: GradesOf, most: number): Promise<Subject[]> => {
  const { rows } = await tx.client.query<Subject>(
    `update grades set problem = null, target = null, asking = 0
     from (select g.subject_kind, g.subject_id from grades g where ${REJECTED[kind]} order by 1, 2 limit $2 for update) r
     where grades.subject_kind = r.subject_kind and grades.subject_id = r.subject_id
     returning grades.subject_kind as kind, grades.subject_id as id`,
    [id, most],
  )
  return rows
}

/** Records that the LMS rejected the grade permanently at this target. A new target is tried again. */
export const saveGradeRejected = async (
  db: Queryable,
  { kind, id }: Subject,
  { target, problem, now }: { target: string; problem: string; now: Date },
): Promise<void> => {
  await db.client.query(
    `update grades set target = $3, score = null, asking = null, problem = $4, failing_since = null, updated_at = $5
     where subject_kind = $1 and subject_id = $2`,
    [kind, id, target, problem, now],
  )
}

/** Releases the claim. */
export const releaseGrade = async (db: Queryable, { kind, id }: Subject): Promise<void> => {
  await db.client.query('update grades set claimed_until = null where subject_kind = $1 and subject_id = $2', [
    kind,
    id,
  ])
}

/**
 * Lists people whose grade the daily job should send: never sent, sent to another target, or without an answer. Leaves
 * out people with a pending job and grades that the LMS rejected at the same target. A rejected grade is retried when the
 * school's secret has changed since, because the old secret may have been the reason.
 */
export const listUnsentGrades = async (
  db: Queryable,
  { most, newSecretsSince }: { most: number; newSecretsSince: Date },
): Promise<Subject[]> => {
  const { rows } = await db.client.query<Subject>(
    `select * from (
       select 'enrollment' as kind, e.id from enrollments e join courses c on c.id = e.course_id join consumers s on s.id = c.consumer_id
         left join grades g on g.subject_kind = 'enrollment' and g.subject_id = e.id
       where s.passes_grades and e.grade_passback_id is not null and e.outcome_service_url is not null
         and (g.asking is not null or e.processed_at is not null and (g.target is distinct from e.outcome_service_url || ' ' || e.grade_passback_id
           or g.problem is not null and exists (
             select from audit a where a.subject_kind = 'consumer' and a.subject_id = s.id and a.action = 'rotate-secret' and a.at > $2)))
       union all
       select 'membership', m.id from memberships m join people p on p.id = m.person_id join courses c on c.id = m.course_id
         join deployments s on s.id = c.deployment_id left join grades g on g.subject_kind = 'membership' and g.subject_id = m.id
       where s.passes_grades and p.lti_user_id is not null and coalesce(m.line_item_url, m.line_items_url) is not null
         and (g.asking is not null or m.processed_at is not null and g.target is distinct from coalesce(m.line_item_url, m.line_items_url) || ' ' || p.lti_user_id)
     ) unsent
     where not exists (
       select from pgboss.job j where j.name = 'grade' and j.state in ('created', 'retry', 'active')
         and j.data->'data' = jsonb_build_object('kind', unsent.kind, 'id', unsent.id))
     order by kind, id limit $1`,
    [most, newSecretsSince],
  )
  return rows
}

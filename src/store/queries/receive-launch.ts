import type { Launch } from '../../domain/launch.ts'
import { prepared, type Queryable } from '../db.ts'

/**
 * Receiving a launch is one statement: it claims the nonce and brings course, person and enrollment up to date. Each
 * part reads first and writes only on change, so that a class that starts at once meets no hot row; a used nonce makes
 * all later parts read nothing and write nothing. A hosted course keeps the learning platform it has: a launch may not
 * lead its students elsewhere. Where two first launches race for one new row, `on conflict do
 * update` gives both the row that won. Parts follow each other by reading the part before, also the changes (that is all
 * their counts are for): that fixes the lock order, course, person, enrollment.
 */
const CLAIM_AND_COURSE = `
with claimed as (
  insert into nonces (consumer_id, nonce, expires_at) values ($1, $2, $3)
  on conflict do nothing returning consumer_id
), course_was as (
  select c.*, coalesce($5, c.title) as new_title, coalesce($6, c.label) as new_label, coalesce($7, c.canvas_course_id) as new_canvas_course_id,
    case when s.is_hosted then coalesce(c.canvas_domain, $8) else coalesce($8, c.canvas_domain) end as new_canvas_domain,
    coalesce($9, c.workflow_state) as new_workflow_state,
    case when $10::text is null or $10 = any(c.lms_origins) then c.lms_origins else (array_prepend($10, c.lms_origins))[1:8] end as new_lms_origins,
    coalesce($11::timestamptz, c.term_starts_at) as new_term_starts_at, coalesce($12::timestamptz, c.term_ends_at) as new_term_ends_at
  from claimed join consumers s on s.id = claimed.consumer_id join courses c on c.consumer_id = s.id and c.context_id = $4
), course_new as (
  insert into courses (consumer_id, context_id, title, label, canvas_course_id, canvas_domain, workflow_state, lms_origins, term_starts_at, term_ends_at, join_token)
  select consumer_id, $4, $5, $6, $7, $8, coalesce($9, 'available'), array_remove(array[$10::text], null), $11::timestamptz, $12::timestamptz, $13
  from claimed where not exists (select from course_was)
  on conflict (consumer_id, context_id) do update set updated_at = courses.updated_at
  returning id, allows_wts
), course_changed as (
  update courses c set title = w.new_title, label = w.new_label, canvas_course_id = w.new_canvas_course_id, canvas_domain = w.new_canvas_domain,
    workflow_state = w.new_workflow_state, lms_origins = w.new_lms_origins, term_starts_at = w.new_term_starts_at, term_ends_at = w.new_term_ends_at, updated_at = now()
  from course_was w where c.id = w.id and
    (w.title, w.label, w.canvas_course_id, w.canvas_domain, w.workflow_state, w.lms_origins, w.term_starts_at, w.term_ends_at) is distinct from
    (w.new_title, w.new_label, w.new_canvas_course_id, w.new_canvas_domain, w.new_workflow_state, w.new_lms_origins, w.new_term_starts_at, w.new_term_ends_at)
  returning c.id
), course as (
  select id, allows_wts from course_was where (select count(*) from course_changed) >= 0
  union all select id, allows_wts from course_new
), person_was as (
  select p.* from course, people p where p.consumer_id = $1 and p.lti_user_id = $14
), person_new as (
  insert into people (consumer_id, lti_user_id, email, name, given_name, family_name)
  select $1, $14, $15, $16, $17, $18 from course where not exists (select from person_was)
  on conflict (consumer_id, lti_user_id) do update set updated_at = people.updated_at
  returning id
), person_changed as (
  update people p set email = coalesce($15, w.email), name = coalesce($16, w.name), given_name = coalesce($17, w.given_name),
    family_name = coalesce($18, w.family_name), updated_at = now()
  from person_was w where p.id = w.id and
    (w.email, w.name, w.given_name, w.family_name) is distinct from
    (coalesce($15, w.email), coalesce($16, w.name), coalesce($17, w.given_name), coalesce($18, w.family_name))
  returning p.id
), person as (
  select id from person_was where (select count(*) from person_changed) >= 0
  union all select id from person_new
)`

const toPay = prepared<{
  course_id: number
  enrollment_id: number
  token: string
  processed: boolean
  only_free: boolean
}>(
  'launch_to_pay',
  `${CLAIM_AND_COURSE}, enrollment_was as (
  select e.* from course, person, enrollments e where e.course_id = course.id and e.person_id = person.id
), enrollment_new as (
  insert into enrollments (course_id, person_id, token, session_id, grade_passback_id, outcome_service_url)
  select course.id, person.id, $19, $20::uuid, $21, $22 from course, person where not exists (select from enrollment_was)
  on conflict (course_id, person_id) do update set updated_at = enrollments.updated_at
  returning id, token, processed_at
), enrollment_changed as (
  update enrollments e set grade_passback_id = coalesce($21, w.grade_passback_id), outcome_service_url = coalesce($22, w.outcome_service_url), updated_at = now()
  from enrollment_was w where e.id = w.id and
    (w.grade_passback_id, w.outcome_service_url) is distinct from (coalesce($21, w.grade_passback_id), coalesce($22, w.outcome_service_url))
), enrollment as (
  select id, token, processed_at from enrollment_was union all select id, token, processed_at from enrollment_new
)
select course.id as course_id, enrollment.id as enrollment_id, enrollment.token, enrollment.processed_at is not null as processed,
  coalesce((select bool_and(p.is_free) from course_products cp join products p on p.id = cp.product_id where cp.course_id = course.id), false) as only_free
from course, enrollment`,
)

const toTool = prepared<{ course_id: number; allows_wts: boolean }>(
  'launch_to_tool',
  `${CLAIM_AND_COURSE}, teacher as (
  insert into course_teachers (course_id, person_id)
  select course.id, person.id from course, person
  where $19 and not exists (select from course_teachers t where t.course_id = course.id and t.person_id = person.id)
  on conflict do nothing
), opened as (
  insert into launch_tokens (token_hash, state_hash, app, course_id, person_id, expires_at)
  select $20, $21, $22, course.id, person.id, $23::timestamptz from course, person where $22 <> 'wts' or course.allows_wts
)
select id as course_id, allows_wts from course`,
)

const claim = prepared<{ nonce: string }>(
  'claim_nonce',
  'insert into nonces (consumer_id, nonce, expires_at) values ($1, $2, $3) on conflict do nothing returning nonce',
)

export interface Claim {
  consumerId: number
  nonce: string
  nonceExpiresAt: Date
}

const values = ({ consumerId, nonce, nonceExpiresAt }: Claim, { course, person }: Launch, joinToken: string) => [
  consumerId,
  nonce,
  nonceExpiresAt,
  course.contextId,
  course.title,
  course.label,
  course.canvasCourseId,
  course.canvasDomain,
  course.workflowState,
  course.lmsOrigin,
  course.termStartsAt,
  course.termEndsAt,
  joinToken,
  person.ltiUserId,
  person.email,
  person.name,
  person.givenName,
  person.familyName,
]

export interface ReceivedToPay {
  courseId: number
  enrollmentId: number
  token: string
  processed: boolean
  onlyFree: boolean
}

/** A learner's launch. Null: the nonce was used before, and nothing was written. */
export const claimLaunchToPay = async (
  db: Queryable,
  launch: Launch,
  given: Claim & { joinToken: string; token: string; sessionId: string },
): Promise<ReceivedToPay | null> => {
  const [row] = await toPay(db, [
    ...values(given, launch, given.joinToken),
    given.token,
    given.sessionId,
    launch.outcome?.id ?? null,
    launch.outcome?.serviceUrl ?? null,
  ])
  if (!row) return null
  return {
    courseId: row.course_id,
    enrollmentId: row.enrollment_id,
    token: row.token,
    processed: row.processed,
    onlyFree: row.only_free,
  }
}

/** A launch of the teacher page or of What's the Sign?. Null: the nonce was used before. */
export const claimLaunchToTool = async (
  db: Queryable,
  launch: Launch,
  given: Claim & { joinToken: string; isTeacher: boolean; tokenHash: string; stateHash: string; tokenExpiresAt: Date },
): Promise<{ courseId: number; allowsWts: boolean } | null> => {
  const [row] = await toTool(db, [
    ...values(given, launch, given.joinToken),
    given.isTeacher,
    given.tokenHash,
    given.stateHash,
    launch.app,
    given.tokenExpiresAt,
  ])
  return row ? { courseId: row.course_id, allowsWts: row.allows_wts } : null
}

/** The nonce alone, for a launch that leaves no row (an observer's). False: it was used before. */
export const claimNonce = async (db: Queryable, given: Claim): Promise<boolean> =>
  (await claim(db, [given.consumerId, given.nonce, given.nonceExpiresAt])).length === 1

/** What differs between LTI 1.1 and 1.3: what is claimed so that a replay loses, and whose the course and the person are. */
interface Version {
  /** Yields `school_id`, whose the course is, and `lms_id`, who knows the person; no row for a replay. */
  claimed: string
  courseOwner: string
  personOwner: string
  /** A hosted course keeps the learning platform it has: a launch may not lead its students elsewhere. */
  isHosted: string
}

const V1P1: Version = {
  claimed: `insert into nonces (consumer_id, nonce, expires_at) values ($1, $2, $3)
  on conflict do nothing returning consumer_id as school_id, consumer_id as lms_id`,
  courseOwner: 'consumer_id',
  personOwner: 'consumer_id',
  isHosted: '(select s.is_hosted from consumers s where s.id = claimed.school_id)',
}

const V1P3: Version = {
  claimed: `update lti_logins set consumed_at = $2 where state_hash = $1 and consumed_at is null and expires_at > $2
  returning $3::bigint as school_id, platform_id as lms_id`,
  courseOwner: 'deployment_id',
  personOwner: 'platform_id',
  isHosted: 'false',
}

/**
 * Receiving a launch is one statement: it claims the nonce or the login and brings course, person and enrollment or
 * membership up to date. Each part reads first and writes only on change, so that a class that starts at once meets no
 * hot row; a replay makes all later parts read nothing and write nothing. Where two first launches race for one new row,
 * `on conflict do update` gives both the row that won. Parts follow each other by reading the part before, also the
 * changes (that is all their counts are for): that fixes the lock order, course, person, entitlement.
 */
const claimAndCourse = ({ claimed, courseOwner, personOwner, isHosted }: Version) => `
with claimed as (
  ${claimed}
), course_was as (
  select c.*, coalesce($5, c.title) as new_title, coalesce($6, c.label) as new_label, coalesce($7, c.canvas_course_id) as new_canvas_course_id,
    case when ${isHosted} then coalesce(c.canvas_domain, $8) else coalesce($8, c.canvas_domain) end as new_canvas_domain,
    coalesce($9, c.workflow_state) as new_workflow_state,
    case when $10::text is null or $10 = any(c.lms_origins) then c.lms_origins else (array_prepend($10, c.lms_origins))[1:8] end as new_lms_origins,
    coalesce($11::timestamptz, c.term_starts_at) as new_term_starts_at, coalesce($12::timestamptz, c.term_ends_at) as new_term_ends_at,
    coalesce($13, c.roster_url) as new_roster_url
  from claimed join courses c on c.${courseOwner} = claimed.school_id and c.context_id = $4
), course_new as (
  insert into courses (${courseOwner}, context_id, title, label, canvas_course_id, canvas_domain, workflow_state, lms_origins, term_starts_at, term_ends_at, roster_url, join_token)
  select school_id, $4, $5, $6, $7, $8, coalesce($9, 'available'), array_remove(array[$10::text], null), $11::timestamptz, $12::timestamptz, $13, $14
  from claimed where not exists (select from course_was)
  on conflict (${courseOwner}, context_id) do update set updated_at = courses.updated_at
  returning id, allows_wts
), course_changed as (
  update courses c set title = w.new_title, label = w.new_label, canvas_course_id = w.new_canvas_course_id, canvas_domain = w.new_canvas_domain,
    workflow_state = w.new_workflow_state, lms_origins = w.new_lms_origins, term_starts_at = w.new_term_starts_at, term_ends_at = w.new_term_ends_at,
    roster_url = w.new_roster_url, updated_at = now()
  from course_was w where c.id = w.id and
    (w.title, w.label, w.canvas_course_id, w.canvas_domain, w.workflow_state, w.lms_origins, w.term_starts_at, w.term_ends_at, w.roster_url) is distinct from
    (w.new_title, w.new_label, w.new_canvas_course_id, w.new_canvas_domain, w.new_workflow_state, w.new_lms_origins, w.new_term_starts_at, w.new_term_ends_at, w.new_roster_url)
  returning c.id
), course as (
  select id, allows_wts from course_was where (select count(*) from course_changed) >= 0
  union all select id, allows_wts from course_new
), person_was as (
  select p.* from course, claimed, people p where p.${personOwner} = claimed.lms_id and p.lti_user_id = $15
), person_new as (
  insert into people (${personOwner}, lti_user_id, email, name, given_name, family_name)
  select lms_id, $15, $16, $17, $18, $19 from course, claimed where not exists (select from person_was)
  on conflict (${personOwner}, lti_user_id) do update set updated_at = people.updated_at
  returning id
), person_changed as (
  update people p set email = coalesce($16, w.email), name = coalesce($17, w.name), given_name = coalesce($18, w.given_name),
    family_name = coalesce($19, w.family_name), updated_at = now()
  from person_was w where p.id = w.id and
    (w.email, w.name, w.given_name, w.family_name) is distinct from
    (coalesce($16, w.email), coalesce($17, w.name), coalesce($18, w.given_name), coalesce($19, w.family_name))
  returning p.id
), person as (
  select id from person_was where (select count(*) from person_changed) >= 0
  union all select id from person_new
)`

/** The row of one person in one course, with the columns that a launch brings, each kept where the launch says nothing. */
const entitlement = (table: string, columns: [name: string, given: string][]) => {
  const names = columns.map(([name]) => name)
  const kept = columns.map(([name, given]) => `coalesce(${given}, w.${name})`)
  return `entitlement_was as (
  select e.* from course, person, ${table} e where e.course_id = course.id and e.person_id = person.id
), entitlement_new as (
  insert into ${table} (course_id, person_id, token, session_id, ${names.join(', ')})
  select course.id, person.id, $20, $21::uuid, ${columns.map(([name, given]) => (name === 'grade_scopes' ? `coalesce(${given}, '{}')` : given)).join(', ')} from course, person where not exists (select from entitlement_was)
  on conflict (course_id, person_id) do update set updated_at = ${table}.updated_at
  returning id, token, processed_at, unprocessed_at
), entitlement_changed as (
  update ${table} e set ${names.map((name, i) => `${name} = ${kept[i]}`).join(', ')}, updated_at = now()
  from entitlement_was w where e.id = w.id and (${names.map(name => `w.${name}`).join(', ')}) is distinct from (${kept.join(', ')})
), entitlement as (
  select id, token, processed_at, unprocessed_at from entitlement_was union all select id, token, processed_at, unprocessed_at from entitlement_new
)`
}

const ENROLLMENT = entitlement('enrollments', [
  ['grade_passback_id', '$22'],
  ['outcome_service_url', '$23'],
])
const MEMBERSHIP = entitlement('memberships', [
  ['role', '$22'],
  ['line_item_url', '$23'],
  ['line_items_url', '$24'],
  ['grade_scopes', '$25::text[]'],
])

/** A teacher's name for the pay page, and the token of this launch. Values begin at `$n`. */
const opened = (version: Version, n: number) => `teacher as (
  insert into course_teachers (course_id, person_id)
  select course.id, person.id from course, person
  where $${n} and not exists (select from course_teachers t where t.course_id = course.id and t.person_id = person.id)
  on conflict do nothing
), opened as (
  insert into launch_tokens (token_hash, state_hash, app, course_id, person_id, expires_at, deep_link)
  select $${n + 1}, $${n + 2}, $${n + 3}, course.id, person.id, $${n + 4}::timestamptz, $${n + 5}::jsonb from course, person where $${n + 3} <> 'wts' or course.allows_wts
)
select ${byDefault(version)}, id as course_id, allows_wts from course`

/** Whether the course has no product and its school's new courses get some: the caller gives them to it. */
const byDefault = ({
  courseOwner,
}: Version) => `exists (select from claimed, default_products d where d.${courseOwner} = claimed.school_id)
    and not exists (select from course_products cp where cp.course_id = course.id) as by_default`

const payAnswer = (version: Version) => `
select ${byDefault(version)}, course.id as course_id, entitlement.id as entitlement_id, entitlement.token, entitlement.processed_at is not null as processed,
  entitlement.unprocessed_at is null and coalesce((select bool_and(p.is_free) from course_products cp join products p on p.id = cp.product_id where cp.course_id = course.id), false) as only_free
from course, entitlement`

/** The three statements of a version: a learner's launch, one that opens a tool, and the claim alone. */
export const launchStatements = {
  '1.1': {
    toPay: `${claimAndCourse(V1P1)}, ${ENROLLMENT} ${payAnswer(V1P1)}`,
    toTool: `${claimAndCourse(V1P1)}, ${opened(V1P1, 20)}`,
    claim: V1P1.claimed,
  },
  '1.3': {
    toPay: `${claimAndCourse(V1P3)}, ${MEMBERSHIP} ${payAnswer(V1P3)}`,
    // Whoever comes by 1.3 is a member of the context, teachers too: staff see the roles side by side (spec §2).
    toTool: `${claimAndCourse(V1P3)}, ${MEMBERSHIP}, ${opened(V1P3, 26)}`,
    claim: V1P3.claimed,
  },
}

/**
 * Differences between LTI 1.1 and 1.3: how a launch is claimed against replay, and which columns own the course and the
 * person.
 */
interface Version {
  /** Returns `school_id`, the course's owner, and `lms_id`, the person's owner. Returns no row for a replay. */
  claimed: string
  courseOwner: string
  personOwner: string
  /** Table of a person in a course. */
  entitlements: string
  /**
   * SQL condition for a hosted course `w`. It keeps its Canvas domain: a launch must not send its students to another
   * one.
   */
  isHosted: string
}

const V1P1: Version = {
  claimed: `insert into nonces (consumer_id, nonce, expires_at) values ($consumerId, $nonce, $nonceExpiresAt)
  on conflict do nothing returning consumer_id as school_id, consumer_id as lms_id`,
  courseOwner: 'consumer_id',
  personOwner: 'consumer_id',
  entitlements: 'enrollments',
  isHosted: '(select s.is_hosted from consumers s where s.id = w.consumer_id)',
}

const V1P3: Version = {
  claimed: `update lti_logins set consumed_at = $now, claims = null, claims_expire_at = null where state_hash = $stateHash and consumed_at is null and expires_at > $now
  returning $deploymentId::bigint as school_id, platform_id as lms_id`,
  courseOwner: 'deployment_id',
  personOwner: 'platform_id',
  entitlements: 'memberships',
  isHosted: 'false',
}

interface Column {
  name: string
  /** Value from the launch; null when it sent none. */
  given: string
  /** Value in a new row, when it differs from `given`. */
  first?: string
  /** Value in an existing row `w`, when it is not `given` with the old value as fallback. */
  kept?: string
}

interface Part {
  name: string
  table: string
  /** Part that is read, and therefore locked, before this one. */
  after: string
  /**
   * Key values as scalar subqueries of parts with at most one row. A plan that joins could read a whole course for one
   * student.
   */
  key: Record<string, string>
  /** Columns set on insert only. */
  born?: Record<string, string>
  columns: Column[]
  answer: string[]
}

/**
 * SQL that upserts one row of a launch. It reads first and writes only when the row is new or changed, so that a class
 * launching at once does not contend for one row. When two first launches race, both get the winning row.
 */
const upsertRow = ({ name, table, after, key, born = {}, columns, answer }: Part): string => {
  const keys = Object.keys(key)
  const names = columns.map(column => column.name)
  const kept = columns.map(column => column.kept ?? `coalesce(${column.given}, w.${column.name})`)
  const first = columns.map(column => column.first ?? column.given)
  const read = new Set([...keys, ...names, ...answer])
  return `${name}_was as (
  select ${[...read].join(', ')} from ${table} w where ${keys.map(column => `w.${column} = ${key[column]}`).join(' and ')}
), ${name}_saved as (
  insert into ${table} as w (${[...keys, ...Object.keys(born), ...names].join(', ')})
  select ${[...Object.values(key), ...Object.values(born), ...first].join(', ')} from ${after}
  where not exists (select from ${name}_was w where (${names.map(column => `w.${column}`).join(', ')}) is not distinct from (${kept.join(', ')}))
  on conflict (${keys.join(', ')}) do update set ${names.map((column, i) => `${column} = ${kept[i]}`).join(', ')}, updated_at = now()
  returning ${answer.join(', ')}
), ${name} as (
  select ${answer.join(', ')} from ${name}_saved union all select ${answer.join(', ')} from ${name}_was where not exists (select from ${name}_saved)
)`
}

/**
 * SQL that claims the launch and upserts course and person. A launch is received in one statement; for a replay all
 * later parts read and write nothing. Each part reads the one before it, which fixes the lock order: course, person,
 * enrollment or membership.
 */
const claimAndCourse = ({ claimed, courseOwner, personOwner, isHosted }: Version): string => {
  const course = upsertRow({
    name: 'course',
    table: 'courses',
    after: 'claimed',
    key: { [courseOwner]: '(select school_id from claimed)', context_id: '$contextId' },
    born: { join_token: '$joinToken' },
    columns: [
      { name: 'title', given: '$title' },
      { name: 'label', given: '$label' },
      { name: 'canvas_course_id', given: '$canvasCourseId' },
      {
        name: 'canvas_domain',
        given: '$canvasDomain',
        kept: `case when ${isHosted} then coalesce(w.canvas_domain, $canvasDomain) else coalesce($canvasDomain, w.canvas_domain) end`,
      },
      { name: 'workflow_state', given: '$workflowState', first: "coalesce($workflowState, 'available')" },
      {
        name: 'lms_origins',
        given: '$lmsOrigin::text',
        first: 'array_remove(array[$lmsOrigin::text], null)',
        kept: 'case when $lmsOrigin::text is null or $lmsOrigin = any(w.lms_origins) then w.lms_origins else (array_prepend($lmsOrigin, w.lms_origins))[1:8] end',
      },
      {
        name: 'seen_origins',
        given: '$seenOrigin::text',
        first: 'array_remove(array[$seenOrigin::text], null)',
        kept: 'case when $seenOrigin::text is null or $seenOrigin = any(w.seen_origins) then w.seen_origins else (array_prepend($seenOrigin, w.seen_origins))[1:3] end',
      },
      { name: 'lms_course_url', given: '$lmsCourseUrl' },
      { name: 'term_starts_at', given: '$termStartsAt::timestamptz' },
      {
        name: 'term_ends_at',
        given: '$termEndsAt::timestamptz',
        kept: 'case when $clearsTermEnd::boolean then null else coalesce($termEndsAt::timestamptz, w.term_ends_at) end',
      },
      { name: 'roster_url', given: '$rosterUrl' },
    ],
    answer: ['id', 'allows_wts', 'term_ends_at'],
  })
  const person = upsertRow({
    name: 'person',
    table: 'people',
    after: 'course',
    key: { [personOwner]: '(select lms_id from claimed)', lti_user_id: '$ltiUserId' },
    columns: [
      { name: 'email', given: '$email' },
      { name: 'name', given: '$name' },
      { name: 'given_name', given: '$givenName' },
      { name: 'family_name', given: '$familyName' },
      { name: 'launch_language', given: '$language' },
    ],
    answer: ['id'],
  })
  return `
with claimed as (
  ${claimed}
), ${course}, ${person}`
}

/** SQL that upserts a person's enrollment or membership. */
const entitlement = (table: string, columns: Column[]): string =>
  upsertRow({
    name: 'entitlement',
    table,
    after: 'person',
    key: { course_id: '(select id from course)', person_id: '(select id from person)' },
    born: { token: '$token', session_id: '$sessionId::uuid' },
    columns,
    answer: ['id', 'token', 'processed_at', 'unprocessed_at'],
  })

/** Unlike other facts, the absence of the TestUser role counts. */
const IS_TEST: Column = { name: 'is_test', given: '$isTestUser', kept: '$isTestUser' }

/** SQL for the id of the person's row that has test access, or null. */
const testRow = ({ entitlements }: Version): string =>
  `(select e.id from ${entitlements} e where e.course_id = course.id and e.person_id = person.id and e.source = 'test') as test_row_id`

/** An unsigned origin must not frame the pages of others, so a learner's stays with their row. */
const SEEN_ORIGIN: Column = { name: 'seen_origin', given: '$ownOrigin::text' }

const ENROLLMENT = entitlement('enrollments', [
  IS_TEST,
  SEEN_ORIGIN,
  { name: 'grade_passback_id', given: '$gradePassbackId' },
  { name: 'outcome_service_url', given: '$outcomeServiceUrl' },
])
const MEMBERSHIP = entitlement('memberships', [
  IS_TEST,
  SEEN_ORIGIN,
  { name: 'role', given: '$role' },
  { name: 'line_item_url', given: '$lineItemUrl' },
  { name: 'line_items_url', given: '$lineItemsUrl' },
  { name: 'grade_scopes', given: '$gradeScopes::text[]', first: "coalesce($gradeScopes::text[], '{}')" },
])

/** SQL that records the teacher and the token of this launch. */
const opened = (version: Version) => `teacher as (
  insert into course_teachers (course_id, person_id)
  select course.id, person.id from course, person
  where $isTeacher and not exists (select from course_teachers t where t.course_id = course.id and t.person_id = person.id)
  on conflict do nothing
), opened as (
  insert into launch_tokens (token_hash, state_hash, app, course_id, person_id, seen_origin, expires_at, deep_link)
  select $linkTokenHash, $linkStateHash, $app, course.id, person.id, $ownOrigin::text, $linkExpiresAt::timestamptz, $deepLink::jsonb
  from course, person where $app <> 'wts' or course.allows_wts
)
select ${byDefault(version)}, ${MOVED}, course.id as course_id, allows_wts, ${testRow(version)} from course, person`

/** SQL for whether the LMS's end of a known course changed. */
const MOVED = 'exists (select from course_was w where w.term_ends_at is distinct from course.term_ends_at) as end_moved'

/** SQL for whether the course has no products and its school has defaults. The caller then assigns them. */
const byDefault = ({
  courseOwner,
}: Version) => `exists (select from claimed, default_products d where d.${courseOwner} = claimed.school_id)
    and not exists (select from course_products cp where cp.course_id = course.id) as by_default`

const payAnswer = (version: Version) => `
select ${byDefault(version)}, ${MOVED}, ${testRow(version)}, course.id as course_id, entitlement.id as entitlement_id, entitlement.token, entitlement.processed_at is not null as processed,
  entitlement.unprocessed_at is null and coalesce((select bool_and(p.is_free) from course_products cp join products p on p.id = cp.product_id where cp.course_id = course.id), false) as only_free
from course, person, entitlement`

/** Statements per version: a learner's launch, a launch of a tool, and the claim alone. Parameters have names. */
export const launchStatements = {
  '1.1': {
    toPay: `${claimAndCourse(V1P1)}, ${ENROLLMENT} ${payAnswer(V1P1)}`,
    toTool: `${claimAndCourse(V1P1)}, ${opened(V1P1)}`,
    claim: V1P1.claimed,
  },
  '1.3': {
    toPay: `${claimAndCourse(V1P3)}, ${MEMBERSHIP} ${payAnswer(V1P3)}`,
    // Everyone who launches by 1.3 becomes a member of the context, teachers too, because staff see all roles.
    toTool: `${claimAndCourse(V1P3)}, ${MEMBERSHIP}, ${opened(V1P3)}`,
    claim: V1P3.claimed,
  },
}

import { LOCKS, takeLock } from '#src/core/db/advisory-locks.ts'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { execute, queryHasRow, queryRow, queryRows } from '#src/core/db/statements.ts'
import { COURSES_PARTED } from '#src/courses/store/schema/course-columns.ts'
import { type LmsMove, MOST_MOVES, type MoveCandidate, type MoveState } from '../rules/lms-moves.ts'
import { SHARED_HOSTS, SHARED_ISSUERS } from '../rules/platform-presets.ts'
import type { ConnectionRef } from '../rules/school-facts.ts'

/** SQL for the hosts of the LMS that launched a course `c`, as its launches signed them. */
const HOSTS = `array_append(array(select substring(o from '^https?://(.+)$') from unnest(c.lms_origins) o), c.canvas_domain)`

const list = (values: readonly string[]) => `array[${values.map(value => `'${value}'`).join(', ')}]`

/** SQL for the courses `c` of a candidate `o`. */
const OF_OTHER =
  "((o.kind = 'consumer' and c.consumer_id = o.id) or (o.kind = 'deployment' and c.deployment_id = o.id))"

/** The issuer and the host of a platform of more schools than these tell nothing either. */
const MOST_SCHOOLS = 20

/**
 * SQL for the earlier connections of the LMS of deployment $1: those of its issuer, and those launched from one of its
 * hosts. One that many schools share is no clue. One without courses has nothing to carry over.
 */
const CANDIDATES = `
with hosted as (
  select d.id, d.platform_id, d.seen_context_id, d.created_at, nullif(own.issuer, all_shared.issuer) as issuer, array(
    select host from (
      select own.domain union select d.seen_host
      union select unnest(${HOSTS}) from courses c where c.deployment_id = d.id
    ) x(host) where host <> all(${list(SHARED_HOSTS)})
  ) as hosts
  from deployments d left join platforms own on own.id = d.platform_id and (
      select count(distinct school_id) from deployments where platform_id = d.platform_id) <= ${MOST_SCHOOLS}
    left join unnest(${list(SHARED_ISSUERS)}) as all_shared (issuer) on all_shared.issuer = own.issuer
  where d.id = $1
),
mine as (
  select *, array(select scheme || host from unnest(hosts) host, unnest(array['https://', 'http://']) scheme) as origins from hosted
),
found as (
  select c.consumer_id, c.deployment_id from courses c, mine
  where c.canvas_domain = any(mine.hosts) or c.lms_origins && mine.origins
  union
  select null, d.id from mine, deployments d join platforms f on f.id = d.platform_id
  where f.issuer = mine.issuer or f.domain = any(mine.hosts)
),
candidates as (
  select case when k.id is null then 'deployment' else 'consumer' end as kind, coalesce(k.id, d.id) as id,
    coalesce(k.school_id, d.school_id) as school_id, coalesce(k.created_at, d.created_at) as since,
    coalesce('LTI 1.1 key ' || k.key, 'deployment ' || d.deployment_id || ' of client ID ' || f.client_id) as name,
    f.domain, coalesce(f.issuer = mine.issuer, false) as "sameIssuer"
  from mine, found left join consumers k on k.id = found.consumer_id
    left join deployments d on d.id = found.deployment_id left join platforms f on f.id = d.platform_id
  where k.created_at < mine.created_at
    or d.id < mine.id and d.school_id is not null and exists (select from courses c where c.deployment_id = d.id)
)`

const SAME_HOST = `(
    select host from (
      select o.domain union select unnest(${HOSTS}) from courses c where ${OF_OTHER}
    ) x(host) where host = any(mine.hosts) order by host limit 1
  )`

const ROWS = `courses c join entitlements e on e.course_id = c.id`

/** Lists the earlier connections that a deployment may replace, the likeliest first. At most 20. */
export const listCandidates = queryRows<MoveCandidate, [deploymentId: number]>(
  'lms_move_candidates',
  `${CANDIDATES}
  select o.kind, o.id, o.name, s.name as school, s.id as "schoolId", o.since, o."sameIssuer", ${SAME_HOST} as "sameHost",
    (select count(*)::int from courses c where ${OF_OTHER} and (c.context_id = mine.seen_context_id
      or exists (select from courses n where n.deployment_id = mine.id and n.context_id = c.context_id))) as "sameCourses",
    (select count(lti_user_id)::int from (
      select lti_user_id from ${ROWS} join people p on p.id = e.person_id where c.deployment_id = mine.id and platform_id = mine.platform_id
      intersect select lti_user_id from ${ROWS} join people p on p.id = e.person_id where ${OF_OTHER}
    ) both_opened) as "samePeople",
    n.*
  from candidates o join schools s on s.id = o.school_id cross join mine cross join lateral (
    select count(distinct c.id)::int as courses, count(distinct e.person_id)::int as people,
      count(distinct e.person_id) filter (where e.processed_at is not null)::int as "letIn",
      coalesce(sum((select count(*) from coupon_uses u where u.entitlement_id = e.id and u.voided_at is null)), 0)::int as codes,
      coalesce(sum((select count(*) from checkouts x where x.entitlement_id = e.id and x.status = 'paid')), 0)::int as payments,
      coalesce(sum((select count(*) from grade_targets t where t.entitlement_id = e.id and t.score = 1)), 0)::int as grades
    from courses c left join entitlements e on e.course_id = c.id where ${OF_OTHER}
  ) n
  order by "samePeople" desc, "sameCourses" desc, o.since desc limit 20`,
)

/** Asks staff whether a deployment replaces an earlier connection, if there is one of its LMS. Asks once. */
export const askMove = execute<[deploymentId: number, now: Date]>(
  'lms_move_asked',
  `${CANDIDATES}
  insert into lms_moves (deployment_id, state, asked_at)
  select $1, 'asked', $2 where exists (select from candidates)
  on conflict (deployment_id) do nothing`,
)

const isSharedAndNotAsked = queryHasRow<[deploymentId: number]>(
  'deployment_not_asked_about',
  `select from deployments d join platforms f on f.id = d.platform_id where d.id = $1 and f.issuer = any(${list(SHARED_ISSUERS)})
     and not exists (select from lms_moves m where m.deployment_id = d.id)`,
)

/** Asks the same at the first launch of a course, which names the host of an LMS whose issuer many schools share. */
export const askMoveOfShared = async (db: Queryable, deploymentId: number, now: Date): Promise<void> => {
  if (await isSharedAndNotAsked(db, deploymentId)) await askMove(db, deploymentId, now)
}

const SELECT = `select m.deployment_id as "deploymentId", m.state, s.name as school, s.id as "schoolId", f.domain, f.issuer,
    f.client_id as "clientId", d.deployment_id as deployment, m.asked_at as "askedAt", m.decided_at as "decidedAt",
    m.left_school as "leftSchool", m.left_school_id as "leftSchoolId",
    coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as "decidedBy",
    (select count(*)::int from courses c where c.deployment_id = d.id) as courses,
    (select count(distinct e.person_id)::int from ${ROWS} where c.deployment_id = d.id) as people,
    coalesce('LTI 1.1 key ' || k.key, 'deployment ' || o.deployment_id || ' of client ID ' || g.client_id) as replaces
  from lms_moves m join deployments d on d.id = m.deployment_id join platforms f on f.id = d.platform_id
    join schools s on s.id = d.school_id left join staff_users u on u.id = m.decided_by
    left join consumers k on k.id = m.consumer_id
    left join deployments o on o.id = m.from_deployment_id left join platforms g on g.id = o.platform_id`

/** Lists moves: those to decide first, the oldest of them first, then the newest decisions. */
export const listLmsMoves = queryRows<LmsMove, [onlyToDecide: boolean]>(
  'lms_moves_listed',
  `${SELECT} where d.status = 'approved' and (m.state = 'asked' or not $1)
   order by m.state = 'asked' desc, case m.state when 'asked' then m.asked_at end, m.decided_at desc, m.deployment_id limit ${MOST_MOVES}`,
)

export const findLmsMove = queryRow<LmsMove, [deploymentId: number]>(
  'lms_move_of_deployment',
  `${SELECT} where m.deployment_id = $1`,
)

export const isReplaced = queryHasRow<[deploymentId: number]>(
  'lms_move_later',
  "select from lms_moves where from_deployment_id = $1 and state = 'replaces' limit 1",
)

/** Returns true if people of a deployment are not parted yet, after an undo. */
export const isParting = queryHasRow<[deploymentId: number]>(
  'lms_move_parting',
  `select from carried_rows r join entitlements own on own.id = r.entitlement_id join courses n on n.id = own.course_id
   where n.deployment_id = $1 and ${COURSES_PARTED} limit 1`,
)

/** Lets one transaction at a time change moves, once those that read them have ended. Take it before any other lock. */
export const lockMoves = async (tx: Tx): Promise<void> => {
  await takeLock(tx, 'lmsMoves')
}

/** Keeps moves as they are until the transaction ends. Take it before any other lock. */
export const holdMoves = async (tx: Tx): Promise<void> => {
  await tx.client.query('select pg_advisory_xact_lock_shared($1)', [LOCKS.lmsMoves])
}

const change = queryHasRow<(string | number | Date | null)[]>(
  'lms_move_changed',
  `update lms_moves set state = $3, consumer_id = $4, from_deployment_id = $5, left_school = $6, left_school_id = $7, decided_at = $8, decided_by = $9
   where deployment_id = $1 and state = $2 returning 1`,
)

interface StateChange {
  from: MoveState
  to: MoveState
  replaces: ConnectionRef | null
  leftSchool: { id: number; name: string } | null
  /** Null when the question is open again. */
  decided: { at: Date; staffId: number } | null
}

/** Changes the state of a move. Returns false if it had another one. */
export const claimMoveState = async (
  tx: Tx,
  deploymentId: number,
  { from, to, replaces, leftSchool, decided }: StateChange,
): Promise<boolean> => {
  const idOf = (kind: ConnectionRef['kind']) => (replaces?.kind === kind ? replaces.id : null)
  const values = [deploymentId, from, to, idOf('consumer'), idOf('deployment')]
  const of = [leftSchool?.name ?? null, leftSchool?.id ?? null, decided?.at ?? null, decided?.staffId ?? null]
  return change(tx, ...values, ...of)
}

/** Deletes a school that has nothing any more, and no setting of its own. Another one stays. */
export const deleteEmptySchool = execute<[schoolId: number]>(
  'empty_school_deleted',
  `delete from schools s where s.id = $1
     and not exists (select from consumers where school_id = s.id) and not exists (select from deployments where school_id = s.id)
     and not exists (select from courses where school_id = s.id) and not exists (select from coupon_batches where school_id = s.id)
     and not exists (select from seat_links where school_id = s.id) and not exists (select from staff_schools where school_id = s.id)
     and not exists (select from school_erasures where school_id = s.id)
     and not exists (select from default_products where school_id = s.id)
     and not exists (select from service_accounts where school_id = s.id)
     and s.contact = '' and s.note = '' and s.email_domain is null and s.accepts_payment and s.accepts_access_code
     and not s.is_k12 and s.passes_grades and not s.yearly_access and not s.adds_unit_columns`,
)

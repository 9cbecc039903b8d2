/** Consumes the login of a launch and writes nothing else. */
export const CLAIM_13 = `
update lti_logins set consumed_at = $2, claims = null, claims_expire_at = null
where state_hash = $1 and consumed_at is null and expires_at > $2 returning platform_id`

/**
 * Receives a launch by LTI 1.3: consumes its login, and saves the course, the person, the entitlement, their grade column,
 * and the link of a teacher.
 *
 * Each part reads first and writes only when its row is new or changed, so that a class that launches at once does not
 * wait for one row. Each part reads the one before it, which fixes the order of locks: course, person, entitlement. When
 * two first launches race, both get the row of the first. For a replay all later parts read and write nothing. A join, or
 * `exists` with a row of another part, could read a whole table for one student, so rows are found by scalar subqueries, and
 * by values of `launch`: these are parameters wherever they are read, because it is not materialized.
 */
export const LAUNCH_13 = `
with launch as not materialized (
  select $1::text as state_hash, $2::bigint as deployment_id, $3::timestamptz as at,
    $4::text as app, $5::boolean as is_teacher, $6::boolean as is_test_user,
    $7::text as context_id, $8::text as title, $9::text as label, $10::text as canvas_course_id, $11::text as canvas_domain,
    $12::text as workflow_state, $13::text as lms_origin, $14::text as seen_origin, $15::text as lms_course_url,
    $16::timestamptz as term_starts_at, $17::timestamptz as term_ends_at, $18::boolean as clears_term_end,
    $19::text as roster_url, $20::text as join_token,
    $21::text as lti_user_id, $22::text as email, $23::text as name, $24::text as given_name, $25::text as family_name,
    $26::text as language, $27::text as own_origin,
    $28::text as token, $29::uuid as session_id, $30::text as resource_link,
    $31::text as link_token_hash, $32::text as link_state_hash, $33::timestamptz as link_expires_at, $34::jsonb as deep_link,
    $35::text as role, $36::text as line_item_url, $37::text as line_items_url, $38::text[] as grade_scopes,
    $39::text as unread_term_end
),
claimed as (
  update lti_logins set consumed_at = launch.at, claims = null, claims_expire_at = null
  from launch
  where lti_logins.state_hash = launch.state_hash and consumed_at is null and expires_at > launch.at
  returning platform_id
),
connection as (
  select d.id as deployment_id, d.school_id, d.platform_id,
    -- A course of LTI 1.3 has one product, so several default products are for courses of LTI 1.1 only.
    (select count(*) from default_products p where p.school_id = d.school_id) = 1 as has_defaults,
    -- One that waits for a decision may be decided meanwhile.
    exists (select from lms_moves m where m.deployment_id = d.id and m.state <> 'other')
      or exists (select from lms_moves m where m.from_deployment_id = d.id) as has_move
  from deployments d, launch l where d.id = l.deployment_id and exists (select from claimed)
),
course_was as (
  select c.id, c.title, c.label, c.canvas_course_id, c.canvas_domain, c.workflow_state, c.lms_origins, c.seen_origins,
    c.lms_course_url, c.term_starts_at, c.term_ends_at, c.unread_term_end, c.roster_url, c.allows_wts
  from courses c, launch l where c.deployment_id = (select deployment_id from connection) and c.context_id = l.context_id
),
course_saved as (
  insert into courses as c (school_id, deployment_id, context_id, join_token, title, label, canvas_course_id, canvas_domain,
    workflow_state, lms_origins, seen_origins, lms_course_url, term_starts_at, term_ends_at, unread_term_end, roster_url)
  select k.school_id, k.deployment_id, l.context_id, l.join_token, l.title, l.label, l.canvas_course_id, l.canvas_domain,
    coalesce(l.workflow_state, 'available'), array_remove(array[l.lms_origin], null), array_remove(array[l.seen_origin], null),
    l.lms_course_url, l.term_starts_at, l.term_ends_at, l.unread_term_end, l.roster_url
  from connection k, launch l
  where not exists (
    select from course_was w, launch l
    where (w.title, w.label, w.canvas_course_id, w.canvas_domain, w.workflow_state, w.lms_origins, w.seen_origins,
      w.lms_course_url, w.term_starts_at, w.term_ends_at, w.unread_term_end, w.roster_url) is not distinct from (
      coalesce(l.title, w.title),
      coalesce(l.label, w.label),
      coalesce(l.canvas_course_id, w.canvas_course_id),
      coalesce(l.canvas_domain, w.canvas_domain),
      coalesce(l.workflow_state, w.workflow_state),
      case when l.lms_origin is null or l.lms_origin = any(w.lms_origins) then w.lms_origins
        else (array_prepend(l.lms_origin, w.lms_origins))[1:8] end,
      case when l.seen_origin is null or l.seen_origin = any(w.seen_origins) then w.seen_origins
        else (array_prepend(l.seen_origin, w.seen_origins))[1:3] end,
      coalesce(l.lms_course_url, w.lms_course_url),
      coalesce(l.term_starts_at, w.term_starts_at),
      case when not l.clears_term_end then coalesce(l.term_ends_at, w.term_ends_at) end,
      case when l.term_ends_at is null and not l.clears_term_end then coalesce(l.unread_term_end, w.unread_term_end) end,
      coalesce(l.roster_url, w.roster_url)))
  on conflict (deployment_id, context_id) do update set title = coalesce(excluded.title, c.title),
    label = coalesce(excluded.label, c.label),
    canvas_course_id = coalesce(excluded.canvas_course_id, c.canvas_course_id),
    canvas_domain = coalesce(excluded.canvas_domain, c.canvas_domain),
    workflow_state = coalesce((select workflow_state from launch), c.workflow_state),
    lms_origins = case when excluded.lms_origins[1] is null or excluded.lms_origins[1] = any(c.lms_origins) then c.lms_origins
      else (array_prepend(excluded.lms_origins[1], c.lms_origins))[1:8] end,
    seen_origins = case when excluded.seen_origins[1] is null or excluded.seen_origins[1] = any(c.seen_origins) then c.seen_origins
      else (array_prepend(excluded.seen_origins[1], c.seen_origins))[1:3] end,
    lms_course_url = coalesce(excluded.lms_course_url, c.lms_course_url),
    term_starts_at = coalesce(excluded.term_starts_at, c.term_starts_at),
    term_ends_at = case when not (select clears_term_end from launch) then coalesce(excluded.term_ends_at, c.term_ends_at) end,
    unread_term_end = case when excluded.term_ends_at is null and not (select clears_term_end from launch)
      then coalesce(excluded.unread_term_end, c.unread_term_end) end,
    roster_url = coalesce(excluded.roster_url, c.roster_url),
    updated_at = now()
  returning id, allows_wts, term_ends_at
),
course as (
  select id, allows_wts, term_ends_at from course_saved
  union all
  select id, allows_wts, term_ends_at from course_was where not exists (select from course_saved)
),
person_was as (
  select p.id, p.email, p.name, p.given_name, p.family_name, p.launch_language
  from people p, launch l where p.platform_id = (select platform_id from connection) and p.lti_user_id = l.lti_user_id
),
person_saved as (
  insert into people as p (platform_id, lti_user_id, email, name, given_name, family_name, launch_language)
  select (select platform_id from connection), l.lti_user_id, l.email, l.name, l.given_name, l.family_name, l.language
  from course, launch l
  where not exists (
    select from person_was w, launch l
    where (w.email, w.name, w.given_name, w.family_name, w.launch_language) is not distinct from (coalesce(l.email, w.email),
      coalesce(l.name, w.name), coalesce(l.given_name, w.given_name), coalesce(l.family_name, w.family_name),
      coalesce(l.language, w.launch_language)))
  on conflict (platform_id, lti_user_id) do update set email = coalesce(excluded.email, p.email),
    name = coalesce(excluded.name, p.name),
    given_name = coalesce(excluded.given_name, p.given_name),
    family_name = coalesce(excluded.family_name, p.family_name),
    launch_language = coalesce(excluded.launch_language, p.launch_language),
    updated_at = now()
  returning id
),
person as (
  select course.id as course_id, course.allows_wts, coalesce((select id from person_saved), (select id from person_was)) as id
  from course
),
entitlement_was as (
  select id, token, processed_at, unprocessed_at, is_test, role, seen_origin, source from entitlements
  where (course_id, person_id) = (select course_id, id from person)
),
-- Everyone who launches by LTI 1.3 becomes a member of the context, teachers too, because staff see all roles.
entitlement_saved as (
  insert into entitlements as e (kind, course_id, person_id, token, session_id, is_test, role, seen_origin)
  select 'membership', person.course_id, person.id, l.token, l.session_id, l.is_test_user, l.role, l.own_origin
  from person, launch l
  where not exists (
    select from entitlement_was w, launch l
    where (w.is_test, w.role, w.seen_origin) is not distinct from (l.is_test_user, l.role, coalesce(l.own_origin, w.seen_origin)))
  on conflict (course_id, person_id) do update set is_test = excluded.is_test, role = excluded.role,
    seen_origin = coalesce(excluded.seen_origin, e.seen_origin),
    updated_at = now()
  returning id, token, processed_at, unprocessed_at
),
entitlement as (
  select id, token, processed_at, unprocessed_at from entitlement_saved
  union all
  select id, token, processed_at, unprocessed_at from entitlement_was where not exists (select from entitlement_saved)
),
targets_were as (
  select id, resource_link, line_item_url, line_items_url, scopes,
    sent_to is not null and sent_at is null and problem is null as waits
  from grade_targets where entitlement_id = (select id from entitlement)
),
target as (
  insert into grade_targets (entitlement_id, resource_link, line_item_url, line_items_url, scopes)
  -- A person who was erased since the statement began is not found here, and the launch fails on a missing reference.
  select case when exists (select from person_saved)
      or exists (select from people where id = (select id from person_was) for key share) then entitlement.id else 0 end,
    l.resource_link, l.line_item_url, l.line_items_url, coalesce(l.grade_scopes, '{}')
  from entitlement, launch l
  where l.role = 'learner' and coalesce(l.line_item_url, l.line_items_url) is not null and not exists (
    select from targets_were w, launch l
    where (w.resource_link, w.line_item_url, w.line_items_url, w.scopes)
      is not distinct from (l.resource_link, l.line_item_url, l.line_items_url, coalesce(l.grade_scopes, '{}')))
  on conflict (entitlement_id, resource_link) do update set line_item_url = excluded.line_item_url,
    line_items_url = excluded.line_items_url,
    scopes = excluded.scopes,
    updated_at = now()
  returning id, resource_link
),
teacher as (
  insert into course_teachers (course_id, person_id)
  select person.course_id, person.id from person, launch l where l.is_teacher
  on conflict do nothing
),
link as (
  insert into launch_tokens (token_hash, state_hash, app, course_id, person_id, seen_origin, expires_at, deep_link)
  select l.link_token_hash, l.link_state_hash, l.app, person.course_id, person.id, l.own_origin, l.link_expires_at, l.deep_link
  from person, launch l where l.link_token_hash is not null and (l.app <> 'wts' or person.allows_wts)
)
select course.id as "courseId", course.allows_wts as "allowsWts",
  entitlement.id as "entitlementId", entitlement.token, entitlement.processed_at is not null as "isIn",
  -- The column that this launch named first, and moved ones whose score waits for a launch (docs/moving-in.md).
  to_json(array(
    select id from target where resource_link <> all (array(select resource_link from targets_were))
    union all
    select id from targets_were where waits)) as "newTargetIds",
  (select id from entitlement_was where source = 'test') as "testRowId",
  entitlement.unprocessed_at is null and coalesce(offer.is_free, false) as "onlyFree",
  offer.products = 0 and (select has_defaults from connection) as "byDefault",
  exists (select from course_was w where w.term_ends_at is distinct from course.term_ends_at) as "isEndMoved",
  (select has_move from connection) as "hasMove",
  not exists (select from course_was) as "isNewCourse"
from course left join entitlement on true cross join lateral (
  select count(*) as products, bool_and(p.is_free) as is_free
  from course_products cp join products p on p.id = cp.product_id where cp.course_id = course.id
) offer`

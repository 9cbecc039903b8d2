import {
  COURSE,
  COURSE_JOINS,
  each,
  exactly,
  FIND_COURSE,
  type FileSql,
  IN_COURSE,
  IS_OVER,
  IS_TEST,
  isUnknown,
  listed,
  NOW,
  named,
  OF_CONNECTION,
  or,
  PERSON,
  refersTo,
  say,
  sorted,
  TO_ENTITLEMENT,
  TO_PLATFORM,
  text,
  time,
  tuple,
} from './table-sql.ts'

/** The end of access that begins at `since`, in a course `c` of a school `sc` (docs/rules/access.md). */
const endOf = (since: string) => {
  const course = `case when c.access_until > ${since} then c.access_until when c.term_ends_at > ${since} then c.term_ends_at end`
  const after = (months: number) => `(${since} at time zone 'UTC' + interval '${months} months') at time zone 'UTC'`
  return `case when sc.yearly_access then greatest(${after(12)}, ${course}) else coalesce(${course}, ${after(6)}) end`
}

/** When access of an entitlement `e` began, and ends, as `here` has it. Access that is over has no beginning. */
const BEGAN = time(`case when not ${IS_OVER} then e.processed_at end`)
const ENDS = time('e.access_ends_at')

/** Access that ended here, after the row was moved or before, is over: the row of the file does not give it back. */
const endedHere = (row: string) =>
  `(${row}.processed_at = '' and s.processed_at < ${row}.access_ends_at and coalesce(s.access_ends_at, ${row}.access_ends_at) = ${row}.access_ends_at)`

const REMOVED = time('e.unprocessed_at')
/** Access that was taken away here after the file's began stays so. */
const removedHere = (row: string) => `coalesce(${row}.processed_at = '' and s.processed_at <= ${row}._removed, false)`
const stays = (row: string) => `(${endedHere(row)} or ${removedHere(row)})`

/**
 * The access that a row will have: `n.since` and `u.until`. `o` is the row that is here. It is left as it is (`q.kept`) if
 * the file says nothing of access, or not that it began again. It keeps its end unless the file has one, or a new period.
 */
const ACCESS = `left join entitlements o on o.id = s._id::bigint
  left join lateral (select ${BEGAN} as processed_at, ${ENDS} as access_ends_at, ${REMOVED} as _removed from entitlements e where e.id = o.id) w on true
  cross join lateral (select s.processed_at is null or coalesce(${stays('w')}, false) as kept) q
  cross join lateral (select case when ${removedHere('w')} then o.access_ends_at when q.kept then coalesce(s.access_ends_at::timestamptz, o.access_ends_at)
    else coalesce(s.access_ends_at::timestamptz, case when s.processed_at < w.access_ends_at then o.access_ends_at end,
      case when s.processed_at is distinct from w.processed_at then ${endOf('s.processed_at::timestamptz')} end) end as until) u
  cross join lateral (select case when q.kept then o.processed_at
    when u.until is null or u.until > ${NOW} then s.processed_at::timestamptz end as since) n`

/** As `targetKey` of the grade rules writes it. */
const SENT_TO = `case when s.grade_passback_id is not null then s.outcome_service_url || ' ' || s.grade_passback_id
  else coalesce(s.lineitem, s.lineitems) || ' ' || p.lti_user_id end`

export const personTables = {
  'people.csv': {
    here: `select p.id::text as _id, exists (select from entitlements e where e.person_id = p.id)
        and not exists (select from entitlements e where e.person_id = p.id and not ${IS_TEST}) as _stays,
      ${text('k.key')} as consumer_key, ${text('f.issuer')} as issuer, ${text('f.client_id')} as client_id, ${text('p.lti_user_id')} as user_id,
      ${text('p.email')} as email, ${time('p.email_verified_at')} as email_verified_at, ${text('p.name')} as name,
      ${text('p.given_name')} as given_name, ${text('p.family_name')} as family_name
      from people p left join consumers k on k.id = p.consumer_id left join platforms f on f.id = p.platform_id
      where p.erased_at is null and case when p.consumer_id is null and p.platform_id is null then p.email else p.lti_user_id end is not null`,
    by: 'user_id',
    told: tuple([...each('r', PERSON), 'r.user_id', `case when coalesce(r.user_id, '') = '' then r.email end`]),
    refused: [
      ...named(['issuer', 'client_id']),
      TO_PLATFORM,
      {
        column: 'user_id',
        when: 'coalesce(s.consumer_key, s.issuer) is not null and s.user_id is null',
        sentence: say('A person of an LMS needs the user_id of the LMS.'),
      },
      {
        column: 'user_id',
        when: 'coalesce(s.consumer_key, s.issuer) is null and s.user_id is not null',
        sentence: say('A user_id needs the connection whose LMS gave it.'),
      },
      {
        column: 'email',
        when: 's.user_id is null and s.email is null',
        sentence: say('A person who signed up here needs an email.'),
      },
    ],
    table: 'people',
    // The line of their place in a course tells of a new person.
    kind: null,
    changed: 'person',
    joins: `left join consumers k on k.key = s.consumer_key left join platforms f on f.issuer = s.issuer and f.client_id = s.client_id`,
    first: { consumer_id: 'k.id', platform_id: 'f.id', lti_user_id: 's.user_id' },
    values: {
      email: 's.email',
      email_verified_at: 's.email_verified_at::timestamptz',
      name: 's.name',
      given_name: 's.given_name',
      family_name: 's.family_name',
    },
  },
  'entitlements.csv': {
    here: `select e.id::text as _id, ${IS_TEST} as _stays, ${OF_CONNECTION}, c.context_id, ${text('p.lti_user_id')} as user_id,
      ${text('case when p.lti_user_id is null then p.email end')} as email, e.token, e.session_id::text as session_id, e.role,
      ${time('e.agreed_at')} as agreed_at, ${BEGAN} as processed_at,
      ${text(`case when not ${IS_OVER} then e.source end`)} as source,
      ${text(`case when not ${IS_OVER} then e.stripe_event_id end`)} as stripe_event_id, ${ENDS} as access_ends_at, ${REMOVED} as _removed
      from entitlements e join people p on p.id = e.person_id join courses c on c.id = e.course_id ${COURSE_JOINS}
      where p.erased_at is null`,
    by: 'token',
    told: 'r.token',
    also: tuple([...each('r', COURSE), 'r.user_id', `case when coalesce(r.user_id, '') = '' then r.email end`]),
    refused: [
      ...IN_COURSE,
      {
        column: 'user_id',
        when: 's.user_id is null and s.email is null',
        sentence: say('Name the person: by user_id, or by email if they signed up here.'),
      },
      {
        column: 'email',
        when: 's.user_id is null and s.consumer_key is null',
        sentence: say('People sign up here for courses of a consumer_key only.'),
      },
      refersTo('people', 'user_id', {
        told: tuple([...each('s', PERSON), 's.user_id', 'null']),
        what: 'person "%s" of this connection',
      }),
      {
        column: 'email',
        when: `s.user_id is null and ${isUnknown('people', tuple(['null', 'null', 'null', 'null', 's.email']))}`,
        sentence: say(
          'Nobody signed up with this email here or in people.csv without a connection, or the row is refused.',
        ),
      },
      {
        column: 'token',
        when: `exists (select from courses c where c.join_token = s.token) or exists (select from sign_lists l where l.link = s.token)`,
        sentence: say('Another link has this token.'),
      },
      {
        column: 'token',
        when: `s._also <> k._also`,
        sentence: say('The person of another row here has this token.'),
      },
    ],
    unique: [
      { column: 'user_id', value: 'r._also', sentence: 'The same person in the same course.' },
      { column: 'session_id', value: 'r.session_id', sentence: 'Another row has this session_id.' },
      {
        column: 'stripe_event_id',
        value: `nullif(r.stripe_event_id, '')`,
        sentence: 'Another row has this stripe_event_id.',
      },
    ],
    differs: {
      processed_at: `s.processed_at <> k.processed_at and not ${stays('k')}`,
      source: `s.source <> k.source and not ${stays('k')}`,
      stripe_event_id: `s.stripe_event_id <> k.stripe_event_id and not ${stays('k')}`,
      access_ends_at: `s.access_ends_at <> k.access_ends_at and not ${removedHere('k')}`,
      email: 's.user_id is null and s.email <> k.email',
    },
    notices: [
      {
        column: 'processed_at',
        when: `exists (select from known_entitlements k where k._id = s._id and ${removedHere('k')})`,
        sentence: say(
          'This access was taken away here and stays so. To give it back, let the person in on their page.',
        ),
      },
    ],
    table: 'entitlements',
    kind: 'entitlement',
    joins: `${FIND_COURSE}
      left join people p1 on p1.consumer_id = k.id and p1.lti_user_id = s.user_id
      left join people p2 on p2.platform_id = f.id and p2.lti_user_id = s.user_id
      left join people p3 on s.user_id is null and p3.email = s.email and p3.consumer_id is null and p3.platform_id is null
      left join courses c on c.id = coalesce(c1.id, c2.id) left join schools sc on sc.id = c.school_id
      ${ACCESS}`,
    first: {
      kind: `case when s.consumer_key is null then 'membership' else 'enrollment' end`,
      created_via: `case when s.user_id is null then 'sign_up' else 'launch' end`,
      course_id: 'coalesce(c1.id, c2.id)',
      person_id: 'coalesce(p1.id, p2.id, p3.id)',
    },
    values: {
      token: or(
        's.token',
        `case when s.consumer_key is null then 'm_' else 'e_' end || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`,
      ),
      session_id: or('s.session_id::uuid', 'gen_random_uuid()'),
      role: or('s.role', `'learner'`),
      agreed_at: 's.agreed_at::timestamptz',
      processed_at: exactly('n.since'),
      source: exactly(
        `case when n.since is not null then coalesce(case when not q.kept then s.source end, o.source, 'migrated') end`,
      ),
      stripe_event_id: exactly(
        'case when n.since is not null then coalesce(case when not q.kept then s.stripe_event_id end, o.stripe_event_id) end',
      ),
      access_ends_at: exactly('u.until'),
    },
    // Locked, because the values read it.
    before: ['select from entitlements e where e.id in (select s._id::bigint from batch s) order by e.id for update'],
  },
  'grade_targets.csv': {
    here: `select t.id::text as _id, ${IS_TEST} as _stays, e.token, t.resource_link as resource_link_id, ${text('t.sourced_id')} as grade_passback_id,
      ${text('t.outcome_service_url')} as outcome_service_url, ${text('t.line_item_url')} as lineitem, ${text('t.line_items_url')} as lineitems,
      ${sorted('t.scopes')} as scopes, ${text('case when t.sent_at is not null then t.score::text end')} as score,
      ${time('case when t.score is not null then t.sent_at end')} as sent_at
      from grade_targets t join entitlements e on e.id = t.entitlement_id join people p on p.id = e.person_id where p.erased_at is null`,
    by: 'grade_passback_id',
    told: tuple(['r.token', `coalesce(nullif(r.grade_passback_id, ''), r.lineitem)`]),
    also: tuple(each('r', ['token', 'resource_link_id'])),
    refused: [
      TO_ENTITLEMENT,
      {
        column: 'grade_passback_id',
        when: `s.grade_passback_id is not null and exists (select from known_entitlements r where r._told = s.token and r.consumer_key = '')`,
        sentence: say('This person came by LTI 1.3: name a lineitem.'),
      },
      {
        column: 'lineitem',
        when: `s.grade_passback_id is null and exists (select from known_entitlements r where r._told = s.token and r.consumer_key <> '')`,
        sentence: say('This person came by LTI 1.1: name a grade_passback_id.'),
      },
    ],
    unique: [
      {
        column: 'resource_link_id',
        value: 'r._also',
        sentence: 'The same person has another column for this resource link.',
      },
    ],
    table: 'grade_targets',
    kind: null,
    joins: 'join entitlements e on e.token = s.token join people p on p.id = e.person_id',
    first: { entitlement_id: 'e.id' },
    values: {
      resource_link: or('s.resource_link_id', `''`),
      sourced_id: 's.grade_passback_id',
      outcome_service_url: 's.outcome_service_url',
      line_item_url: 's.lineitem',
      line_items_url: 's.lineitems',
      scopes: or(listed('s.scopes'), `'{}'`),
      // Set without a score too: nothing is sent before the next launch (`newTargetIds` of the launch statements).
      sent_to: SENT_TO,
      score: 's.score::int',
      sent_at: 's.sent_at::timestamptz',
    },
  },
} satisfies Record<string, FileSql>

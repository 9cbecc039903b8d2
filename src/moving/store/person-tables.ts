import {
  COUNT_USES,
  COURSE,
  COURSE_JOINS,
  ENDED_BEFORE,
  ENDED_HERE,
  each,
  endOf,
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
  SENT_TO,
  say,
  sorted,
  TOO_MANY_USES,
  text,
  time,
  tuple,
  yesNo,
} from './table-sql.ts'

/** People, their access, grades and codes. */
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
    told: tuple([
      ...PERSON.map(column => `r.${column}`),
      'r.user_id',
      `case when coalesce(r.user_id, '') = '' then r.email end`,
    ]),
    refused: [
      ...named(['issuer', 'client_id']),
      {
        column: 'client_id',
        when: `s.issuer is not null and ${isUnknown('platforms', tuple(['s.issuer', 's.client_id']))}`,
        sentence: say(
          'There is no platform with this issuer and client_id here or in platforms.csv, or its row is refused.',
        ),
      },
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
      ${time('e.agreed_at')} as agreed_at, ${time(`case when not ${IS_OVER} then e.processed_at end`)} as processed_at,
      ${text(`case when not ${IS_OVER} then e.source end`)} as source,
      ${text(`case when not ${IS_OVER} then e.stripe_event_id end`)} as stripe_event_id, ${time('e.access_ends_at')} as access_ends_at
      from entitlements e join people p on p.id = e.person_id join courses c on c.id = e.course_id ${COURSE_JOINS}
      where p.erased_at is null`,
    by: 'token',
    told: 'r.token',
    also: tuple([
      ...COURSE.map(column => `r.${column}`),
      'r.user_id',
      `case when coalesce(r.user_id, '') = '' then r.email end`,
    ]),
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
      {
        column: 'user_id',
        when: `s.user_id is not null and ${isUnknown('people', tuple([...PERSON.map(column => `s.${column}`), 's.user_id', 'null']))}`,
        sentence: say(
          'There is no person "%s" of this connection here or in people.csv, or the row is refused.',
          's.user_id',
        ),
      },
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
      processed_at: `s.processed_at <> k.processed_at and not ${ENDED_HERE}`,
      source: `s.source <> k.source and not ${ENDED_HERE}`,
      stripe_event_id: `s.stripe_event_id <> k.stripe_event_id and not ${ENDED_HERE}`,
      email: 's.user_id is null and s.email <> k.email',
    },
    table: 'entitlements',
    kind: 'entitlement',
    joins: `${FIND_COURSE}
      left join people p1 on p1.consumer_id = k.id and p1.lti_user_id = s.user_id
      left join people p2 on p2.platform_id = f.id and p2.lti_user_id = s.user_id
      left join people p3 on s.user_id is null and p3.email = s.email and p3.consumer_id is null and p3.platform_id is null
      left join courses c on c.id = coalesce(c1.id, c2.id) left join schools sc on sc.id = c.school_id
      cross join lateral (select coalesce(s.access_ends_at::timestamptz,
        case when s.processed_at is not null then ${endOf('s.processed_at::timestamptz')} end) as until) q
      cross join lateral (select case when q.until is null or q.until > ${NOW} then s.processed_at::timestamptz end as since) n`,
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
      processed_at: {
        insert: 'n.since',
        update: `case when s.processed_at is null then x.processed_at when not ${ENDED_BEFORE} then n.since end`,
      },
      source: {
        insert: `case when n.since is not null then coalesce(s.source, 'migrated') end`,
        update: `case when s.processed_at is null then x.source when not ${ENDED_BEFORE} and n.since is not null
          then coalesce(s.source, x.source, 'migrated') end`,
      },
      stripe_event_id: {
        insert: 'case when n.since is not null then s.stripe_event_id end',
        update: `case when s.processed_at is null then x.stripe_event_id when not ${ENDED_BEFORE} and n.since is not null
          then coalesce(s.stripe_event_id, x.stripe_event_id) end`,
      },
      access_ends_at: {
        insert: 'q.until',
        update: 'coalesce(s.access_ends_at::timestamptz, x.access_ends_at, q.until)',
      },
    },
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
      {
        column: 'token',
        when: isUnknown('entitlements', 's.token'),
        sentence: say('There is no person with this token here or in entitlements.csv, or the row is refused.'),
      },
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
  'codes.csv': {
    here: `select k.id::text as _id, false as _stays, k.coupon_code, k.code_key as coupon_code_key, p.product_code, k.max_usage::text as max_usage,
      k.used::text as used, ${time('least(k.expires_at, k.voided_at)')} as expires_at, ${text('b.note')} as batch, ${yesNo('k.is_test')} as is_test
      from coupons k join products p on p.id = k.product_id left join coupon_batches b on b.id = k.batch_id`,
    by: 'coupon_code',
    told: 'r.coupon_code_key',
    refused: [
      {
        column: 'product_code',
        when: isUnknown('products', 's.product_code'),
        sentence: say('There is no product "%s" here or in products.csv, or its row is refused.', 's.product_code'),
      },
      {
        column: 'product_code',
        when: `exists (select from known_products r where r._told = s.product_code and lower(r.name) = 'zfree')`,
        sentence: say('A free product has no codes.'),
      },
      {
        column: 'max_usage',
        when: `greatest(s.used::int, k.used::int) > coalesce(s.max_usage, k.max_usage, '1')::int`,
        sentence: say('The code is used %s times, more than it may be.', 'greatest(s.used::int, k.used::int)'),
      },
    ],
    differs: { used: 's.used::int > k.used::int', coupon_code: 'false' },
    notices: [
      {
        column: 'coupon_code',
        when: `exists (select from known_codes r where translate(r.coupon_code_key, 'OILSBZ', '011582') = translate(s.coupon_code_key, 'OILSBZ', '011582')
          and r.coupon_code_key <> s.coupon_code_key)`,
        sentence: say('Another code differs only by letters and digits that look alike. Each works if typed exactly.'),
      },
      {
        column: 'is_test',
        when: `s.is_test = 'yes' and s._id is null`,
        sentence: say('A test code that is moved works in every course with its product.'),
      },
    ],
    table: 'coupons',
    kind: 'coupon',
    joins: `join products p on p.product_code = s.product_code
      left join lateral (select b.id from coupon_batches b where b.note = s.batch and b.product_id = p.id order by b.id limit 1) b on true`,
    first: { coupon_code: 's.coupon_code', code_key: 's.coupon_code_key' },
    values: {
      product_id: 'p.id',
      max_usage: or('s.max_usage::int', '1'),
      used: {
        insert: `greatest(s.used::int, (select count(*)::int from in_code_uses u where u.coupon_code_key = s.coupon_code_key and not u._refused))`,
        update: 'greatest(s.used::int, x.used)',
      },
      expires_at: 's.expires_at::timestamptz',
      batch_id: 'b.id',
      is_test: or('s.is_test::boolean', 'false'),
    },
    before: [
      `insert into coupon_batches (product_id, size, note) select distinct p.id, 0, s.batch from batch s
        join products p on p.product_code = s.product_code where s.batch is not null
        and not exists (select from coupon_batches b where b.note = s.batch and b.product_id = p.id)`,
    ],
    after: [
      `update coupon_batches b set size = n.size from (
          select k.batch_id, count(*)::int as size from coupons k where k.batch_id in (
            select o.batch_id from batch s join coupons o on o.code_key = s.coupon_code_key) group by k.batch_id) n
        where b.id = n.batch_id and b.size <> n.size`,
    ],
  },
  'code_uses.csv': {
    here: `select u.id::text as _id, ${IS_TEST} or p.erased_at is not null as _stays, k.coupon_code, k.code_key as coupon_code_key, e.token,
      ${time('u.attached_at')} as attached_at,
      ${time(`coalesce(u.voided_at, case when ${IS_OVER} then e.access_ends_at end)`)} as voided_at
      from coupon_uses u join coupons k on k.id = u.coupon_id join entitlements e on e.id = u.entitlement_id join people p on p.id = e.person_id`,
    by: 'coupon_code',
    told: tuple(each('r', ['coupon_code_key', 'token'])),
    refused: [
      {
        column: 'coupon_code',
        when: isUnknown('codes', 's.coupon_code_key'),
        sentence: say('There is no code "%s" here or in codes.csv, or its row is refused.', 's.coupon_code'),
      },
      {
        column: 'token',
        when: isUnknown('entitlements', 's.token'),
        sentence: say('There is no person with this token here or in entitlements.csv, or the row is refused.'),
      },
      {
        column: 'coupon_code',
        when: `s._line in (${TOO_MANY_USES})`,
        sentence: say('This code has more uses than its max_usage allows.'),
      },
    ],
    unique: [
      {
        column: 'coupon_code',
        value: `case when coalesce(r.voided_at, '') = '' then
          (select concat_ws(chr(31), r.token, c.product_code) from known_codes c where c._told = r.coupon_code_key) end`,
        sentence: 'The same person has another code for this product.',
      },
    ],
    differs: { coupon_code: 'false' },
    table: 'coupon_uses',
    kind: null,
    hasUpdatedAt: false,
    joins: 'join coupons k on k.code_key = s.coupon_code_key join entitlements e on e.token = s.token',
    first: { coupon_id: 'k.id', entitlement_id: 'e.id', product_id: 'k.product_id' },
    values: {
      attached_at: 's.attached_at::timestamptz',
      // Codes of a period that is over do not count for the next one.
      voided_at: or(
        's.voided_at::timestamptz',
        'case when e.processed_at is null and s.attached_at::timestamptz <= e.access_ends_at then e.access_ends_at end',
      ),
    },
    after: [COUNT_USES],
  },
} satisfies Record<string, FileSql>

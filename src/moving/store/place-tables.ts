import {
  CONNECTED,
  COURSE,
  COURSE_JOINS,
  each,
  FIND_CONNECTION,
  FIND_COURSE,
  type FileSql,
  IN_COURSE,
  listed,
  NOW,
  OF_CONNECTION,
  or,
  SCHOOL_ID,
  say,
  sorted,
  TO_PLATFORM,
  TO_PRODUCTS,
  TO_SCHOOL,
  text,
  time,
  tuple,
  yesNo,
} from './table-sql.ts'

/** The course of a row, if the row was written: another process may have made or deleted it meanwhile. */
const WRITTEN_COURSE = '(select w.id from written w where w.id in (c1.id, c2.id))'

/** Schools, their connections, products and courses, and what belongs to the installation. */
export const placeTables = {
  'schools.csv': {
    here: `select c.id::text as _id, false as _stays, c.name, ${text('c.email_domain')} as email_domain,
      ${['accepts_payment', 'accepts_access_code', 'is_k12', 'passes_grades', 'yearly_access', 'adds_unit_columns']
        .map(column => `${yesNo(`c.${column}`)} as ${column}`)
        .join(', ')}, c.contact, c.note from schools c`,
    by: 'name',
    told: 'lower(r.name)',
    refused: [
      {
        column: 'accepts_access_code',
        when: `'no' = all(array[coalesce(s.accepts_payment, k.accepts_payment, 'yes'), coalesce(s.accepts_access_code, k.accepts_access_code, 'yes')])`,
        sentence: say('A school takes access codes, card payments, or both.'),
      },
    ],
    table: 'schools',
    kind: 'school',
    first: {},
    values: {
      name: 's.name',
      email_domain: 's.email_domain',
      accepts_payment: or('s.accepts_payment::boolean', 'true'),
      accepts_access_code: or('s.accepts_access_code::boolean', 'true'),
      is_k12: or('s.is_k12::boolean', 'false'),
      passes_grades: or('s.passes_grades::boolean', 'true'),
      yearly_access: or('s.yearly_access::boolean', 'false'),
      adds_unit_columns: or('s.adds_unit_columns::boolean', 'false'),
      contact: or('s.contact', `''`),
      note: or('s.note', `''`),
    },
  },
  'consumers.csv': {
    here: `select c.id::text as _id, false as _stays, c.key, sc.name as school, c.sealed_secret as secret,
      ${text('c.sealed_previous_secret')} as previous_secret from consumers c join schools sc on sc.id = c.school_id`,
    by: 'key',
    told: 'r.key',
    refused: [TO_SCHOOL],
    differs: { school: 'lower(s.school) <> lower(k.school)' },
    table: 'consumers',
    kind: 'consumer',
    first: { key: 's.key', is_hosted: `starts_with(s.key, current_setting('moving.hosted_prefix'))` },
    values: { school_id: SCHOOL_ID, sealed_secret: 's.secret', sealed_previous_secret: 's.previous_secret' },
  },
  'platforms.csv': {
    here: `select f.id::text as _id, false as _stays, f.issuer, f.client_id, f.domain, f.preset, f.authorization_redirect,
      f.public_keys_url, f.grant_url, ${text('f.audience')} as audience, ${yesNo('f.is_active')} as is_active from platforms f`,
    by: 'client_id',
    told: tuple(each('r', ['issuer', 'client_id'])),
    refused: [],
    table: 'platforms',
    kind: 'platform',
    first: { issuer: 's.issuer', client_id: 's.client_id' },
    values: {
      domain: or('s.domain', `lower(coalesce(substring(s.issuer from '^https?://([^/?#]+)'), s.issuer))`),
      preset: or('s.preset', `'custom'`),
      authorization_redirect: 's.authorization_redirect',
      public_keys_url: 's.public_keys_url',
      grant_url: 's.grant_url',
      audience: 's.audience',
      is_active: or('s.is_active::boolean', 'true'),
    },
  },
  'deployments.csv': {
    here: `select d.id::text as _id, false as _stays, f.issuer, f.client_id, d.deployment_id, ${text('sc.name')} as school, d.status
      from deployments d join platforms f on f.id = d.platform_id left join schools sc on sc.id = d.school_id`,
    by: 'deployment_id',
    told: tuple(each('r', ['issuer', 'client_id', 'deployment_id'])),
    refused: [
      TO_PLATFORM,
      {
        column: 'school',
        when: `coalesce(s.status, k.status, 'approved') = 'approved' and coalesce(s.school, k.school, '') = ''`,
        sentence: say('An approved deployment needs a school.'),
      },
      TO_SCHOOL,
    ],
    differs: { school: 'lower(s.school) <> lower(k.school)' },
    table: 'deployments',
    kind: 'deployment',
    joins: 'left join platforms f on f.issuer = s.issuer and f.client_id = s.client_id',
    first: { platform_id: 'f.id', deployment_id: 's.deployment_id' },
    values: { school_id: SCHOOL_ID, status: or('s.status', `'approved'`) },
  },
  'products.csv': {
    here: `select p.id::text as _id, false as _stays, p.product_code, p.name, p.stripe_price_id,
      coalesce((select string_agg(v::text, '|' order by v) from unnest(p.units_for_teacher) v), '') as units_for_teacher from products p`,
    by: 'product_code',
    told: 'r.product_code',
    refused: [],
    unique: [
      {
        column: 'product_code',
        value: 'lower(r.product_code)',
        sentence: 'A product differs only by upper and lower case.',
      },
    ],
    table: 'products',
    kind: 'product',
    first: { product_code: 's.product_code' },
    values: {
      name: 's.name',
      stripe_price_id: 's.stripe_price_id',
      units_for_teacher: or(`${listed('s.units_for_teacher')}::int[]`, `'{}'`),
    },
  },
  'courses.csv': {
    here: `select c.id::text as _id, false as _stays, ${OF_CONNECTION}, c.context_id, ${text('c.title')} as context_title,
      ${text('c.label')} as context_label,
      ${sorted('array(select p.product_code from course_products cp join products p on p.id = cp.product_id where cp.course_id = c.id)')} as product_codes,
      c.workflow_state, ${text('c.canvas_course_id')} as canvas_course_id, ${text('c.canvas_domain')} as canvas_domain,
      ${time('c.term_starts_at')} as term_start_at, ${time('c.term_ends_at')} as term_end_at, ${time('c.expires_at')} as expires_at,
      ${time('c.access_until')} as access_until, ${yesNo('c.allows_wts')} as allows_wts, c.join_token
      from courses c ${COURSE_JOINS}`,
    by: 'context_id',
    told: tuple(each('r', COURSE)),
    refused: [
      ...CONNECTED,
      TO_PRODUCTS,
      {
        column: 'product_codes',
        when: `s.issuer is not null and cardinality(${listed('s.product_codes')}) > 1`,
        sentence: say('A course by LTI 1.3 has one product.'),
      },
      {
        column: 'join_token',
        when: `exists (select from in_entitlements e where e._told = s.join_token) or exists (select from entitlements e where e.token = s.join_token)
          or exists (select from sign_lists l where l.link = s.join_token)`,
        sentence: say('Another link has this token.'),
      },
    ],
    unique: [{ column: 'join_token', value: 'r.join_token', sentence: 'Another course has this token.' }],
    table: 'courses',
    kind: 'course',
    joins: FIND_CONNECTION,
    first: {
      school_id: 'coalesce(k.school_id, d.school_id)',
      consumer_id: 'k.id',
      deployment_id: 'd.id',
      context_id: 's.context_id',
      was_activated: 's.product_codes is not null',
      // Nobody is mailed about courses that wait for products.
      waiting_told_at: NOW,
    },
    values: {
      title: 's.context_title',
      label: 's.context_label',
      workflow_state: or('s.workflow_state', `'available'`),
      canvas_course_id: 's.canvas_course_id',
      canvas_domain: 's.canvas_domain',
      term_starts_at: 's.term_start_at::timestamptz',
      term_ends_at: 's.term_end_at::timestamptz',
      expires_at: 's.expires_at::timestamptz',
      access_until: 's.access_until::timestamptz',
      allows_wts: or('s.allows_wts::boolean', 'false'),
      join_token: or('s.join_token', `'c_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
    },
    after: [
      `delete from course_products cp using batch s ${FIND_COURSE} where cp.course_id = ${WRITTEN_COURSE} and s.product_codes is not null
        and cp.product_id not in (select p.id from products p where p.product_code = any(${listed('s.product_codes')}))`,
      `insert into course_products (course_id, product_id) select ${WRITTEN_COURSE}, p.id from batch s ${FIND_COURSE}
        join products p on p.product_code = any(${listed('s.product_codes')}) where ${WRITTEN_COURSE} is not null on conflict do nothing`,
    ],
  },
  'activations.csv': {
    here: `select distinct on (a.course_id, date_trunc('milliseconds', a.activated_at)) a.id::text as _id, false as _stays, ${OF_CONNECTION}, c.context_id,
      ${sorted('array(select p.product_code from products p where p.id = any(a.product_ids))')} as product_codes,
      ${time('a.activated_at')} as activated_at, ${text('u.email')} as user_email
      from activations a join courses c on c.id = a.course_id ${COURSE_JOINS} left join staff_users u on u.id = a.staff_id
      order by a.course_id, date_trunc('milliseconds', a.activated_at), a.id`,
    by: 'activated_at',
    told: tuple(each('r', [...COURSE, 'activated_at'])),
    refused: [...IN_COURSE, TO_PRODUCTS],
    differs: {
      user_email:
        's.user_email <> k.user_email and exists (select from staff_users u where u.email = lower(s.user_email))',
    },
    notices: [
      {
        column: 'user_email',
        when: 's.user_email is not null and not exists (select from staff_users u where u.email = lower(s.user_email))',
        sentence: say('No staff user here has this address. The activation is moved without a name.'),
      },
    ],
    table: 'activations',
    kind: null,
    hasUpdatedAt: false,
    joins: FIND_COURSE,
    first: { course_id: 'coalesce(c1.id, c2.id)', activated_at: 's.activated_at::timestamptz' },
    values: {
      product_ids: or(
        `case when s.product_codes is not null then array(select p.id from products p where p.product_code = any(${listed('s.product_codes')}) order by p.id) end`,
        `'{}'`,
      ),
      staff_id: '(select u.id from staff_users u where u.email = lower(s.user_email))',
    },
  },
  'video_domains.csv': {
    here: `select domain as _id, false as _stays, domain, units from video_domains_here`,
    by: 'domain',
    told: 'r.domain',
    refused: [],
    table: '',
    kind: null,
    first: {},
    values: {},
  },
  'tool_keys.csv': {
    here: `select t.kid as _id, false as _stays, t.kid, t.sealed_private_key as private_jwk, t.public_jwk::text as public_jwk, t.state,
      ${time('t.state_at')} as state_at from tool_keys t`,
    by: 'kid',
    told: 'r.kid',
    refused: [],
    unique: [
      {
        column: 'state',
        value: `case when r.state <> 'retired' then r.state end`,
        isInFile: true,
        sentence: 'Only one key is in this state.',
      },
    ],
    table: 'tool_keys',
    kind: null,
    hasUpdatedAt: false,
    first: { kid: 's.kid' },
    values: {
      sealed_private_key: 's.private_jwk',
      public_jwk: `s.public_jwk::jsonb || jsonb_build_object('kid', s.kid)`,
      state: or('s.state', `'retired'`),
      state_at: or('s.state_at::timestamptz', NOW),
    },
    before: [
      `insert into audit (at, actor, action, subject_kind, subject_key, before, after)
        select ${NOW}, 'system', 'move-in', 'secret', 'tool key', jsonb_build_object('kid', x.kid), jsonb_build_object('kid', coalesce(
          (select s.kid from batch s where s.state = 'current'),
          case when not exists (select from batch s where s.kid = x.kid and s.state <> 'current') then x.kid end))
        from (values (1)) one left join tool_keys x on x.state = 'current'
        where exists (select from batch s where s.state = 'current' or s.kid = x.kid)`,
      // One key signs, and one is next. Those that did stay published.
      `update tool_keys x set state = 'retired', state_at = ${NOW} where x.state <> 'retired'
        and exists (select from batch s where s.state = x.state and s.kid <> x.kid)`,
    ],
  },
} satisfies Record<string, FileSql>

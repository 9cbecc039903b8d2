import type { FileName } from '../rules/files.ts'

/**
 * The SQL of each file. In it `s` is a row of the file, with its columns as text and null for an empty cell; `k` the row
 * that is here already, as `here` selects it; `batch` the rows that are being written. A column is compared and written
 * in one form, so `here` is also what a move out writes.
 */
export interface FileSql {
  /** Selects the rows that are here, with every column as text: '' for none. `_id`: their id. `_stays`: not moved out. */
  here: string
  /** SQL over a row `r` that tells it from others. */
  told: string
  /** Column that is named if two rows are told by the same. */
  by: string
  /** Tells a row that has no value in `told`, or another one. */
  also?: string
  /** Rows that may not be. The first that applies refuses the row. */
  refused: Check[]
  /** Values that only one row may have: SQL over a row `r`, null for a row without one. */
  unique?: Unique[]
  /** SQL that says whether a column of a row is different, where it is not simply another value. */
  differs?: Record<string, string>
  notices?: Check[]
  /** Statements that follow the checks of all files and precede the writing of this one. */
  table: string
  /** Kind of the row in the audit; null: no line of its own. */
  kind: string | null
  /** Joins that the values need. */
  joins?: string
  /** Columns of a new row only. */
  first: Record<string, string>
  /** Columns of a new row and of one that is different: the value, and what a new row has without one. */
  values: Record<string, Value>
  hasUpdatedAt?: boolean
  /** Statements before and after the rows are written, in the same transaction. They may read `batch`. */
  before?: string[]
  after?: string[]
}

/** `isInFile`: the row that is here gives way. */
export interface Unique {
  column: string
  value: string
  sentence: string
  isInFile?: true
}

export interface Check {
  column: string
  /** SQL condition over `s` and `k`. */
  when: string
  /** SQL expression of the sentence. */
  sentence: string
}
/** `update` reads the row as it is as `x`. */
type Value = string | { value: string; otherwise: string } | { insert: string; update: string }

/** The time of the move, as set for the session. */
export const NOW = `current_setting('moving.now')::timestamptz`

const text = (sql: string) => `coalesce(${sql}, '')`
const time = (sql: string) =>
  `coalesce(to_char(date_trunc('milliseconds', ${sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`
const yesNo = (sql: string) => `case when ${sql} then 'yes' else 'no' end`
const sorted = (array: string) =>
  `coalesce((select string_agg(v, '|' order by v collate "C") from unnest(${array}) v), '')`
const or = (value: string, otherwise: string) => ({ value, otherwise })
const listed = (sql: string) => `string_to_array(${sql}, '|')`

/** SQL text of a tuple: its values with a character between that no value has. */
export const tuple = (values: string[]): string => `concat_ws(chr(31), ${values.map(text).join(', ')})`
const each = (row: string, columns: string[]) => columns.map(column => `${row}.${column}`)
const quoted = (sentence: string) => `'${sentence.replaceAll("'", "''")}'`
const say = (sentence: string, value?: string) => (value ? `format(${quoted(sentence)}, ${value})` : quoted(sentence))

const PERSON = ['consumer_key', 'issuer', 'client_id']
const CONNECTION = [...PERSON, 'deployment_id']
const COURSE = [...CONNECTION, 'context_id']

const isUnknown = (file: string, told: string) => `not exists (select from known_${file} r where r._told = ${told})`

/** Columns of the connection of a course `c`. */
const OF_CONNECTION = `coalesce(k.key, '') as consumer_key, coalesce(f.issuer, '') as issuer, coalesce(f.client_id, '') as client_id,
  coalesce(d.deployment_id, '') as deployment_id`
const COURSE_JOINS = `left join consumers k on k.id = c.consumer_id left join deployments d on d.id = c.deployment_id
  left join platforms f on f.id = d.platform_id`

/** Finds the connection that a row names, and its course. */
const FIND_CONNECTION = `left join consumers k on k.key = s.consumer_key
  left join platforms f on f.issuer = s.issuer and f.client_id = s.client_id
  left join deployments d on d.platform_id = f.id and d.deployment_id = s.deployment_id`
const FIND_COURSE = `${FIND_CONNECTION}
  left join courses c1 on c1.consumer_id = k.id and c1.context_id = s.context_id
  left join courses c2 on c2.deployment_id = d.id and c2.context_id = s.context_id`

const named = (parts: string[]): Check[] => [
  {
    column: 'consumer_key',
    when: `s.consumer_key is not null and coalesce(${parts.map(part => `s.${part}`).join(', ')}) is not null`,
    sentence: say('Name a consumer_key (LTI 1.1) or a platform (LTI 1.3), not both.'),
  },
  ...parts.map(part => ({
    column: part,
    when: `s.consumer_key is null and s.${part} is null and coalesce(${parts.map(other => `s.${other}`).join(', ')}) is not null`,
    sentence: say(`A connection by LTI 1.3 needs ${parts.join(', ')}.`),
  })),
  {
    column: 'consumer_key',
    when: `s.consumer_key is not null and ${isUnknown('consumers', 's.consumer_key')}`,
    sentence: say('There is no consumer "%s" here or in consumers.csv, or its row is refused.', 's.consumer_key'),
  },
]

const CONNECTED: Check[] = [
  ...named(['issuer', 'client_id', 'deployment_id']),
  {
    column: 'consumer_key',
    when: 's.consumer_key is null and s.issuer is null',
    sentence: say('Name a consumer_key (LTI 1.1), or issuer, client_id and deployment_id (LTI 1.3).'),
  },
  {
    column: 'deployment_id',
    when: `s.issuer is not null and not exists (select from known_deployments r
      where r._told = ${tuple(['s.issuer', 's.client_id', 's.deployment_id'])} and r.school <> '')`,
    sentence: say(
      'There is no deployment "%s" with a school here or in deployments.csv, or its row is refused.',
      's.deployment_id',
    ),
  },
]

const IN_COURSE: Check[] = [
  ...CONNECTED,
  {
    column: 'context_id',
    when: isUnknown('courses', tuple(COURSE.map(column => `s.${column}`))),
    sentence: say(
      'There is no course "%s" of this connection here or in courses.csv, or its row is refused.',
      's.context_id',
    ),
  },
]

const PRODUCTS: Check = {
  column: 'product_codes',
  when: `exists (select from unnest(${listed('s.product_codes')}) v where ${isUnknown('products', 'v')})`,
  sentence: say(
    'There is no product "%s" here or in products.csv, or its row is refused.',
    `(select string_agg(v, '", "') from unnest(${listed('s.product_codes')}) v where ${isUnknown('products', 'v')})`,
  ),
}

const school = (column = 'school'): Check => ({
  column,
  when: `s.school is not null and ${isUnknown('schools', 'lower(s.school)')}`,
  sentence: say('There is no school "%s" here or in schools.csv, or its row is refused.', 's.school'),
})
const SCHOOL_ID = '(select sc.id from schools sc where lower(sc.name) = lower(s.school))'

/** Access that has ended, though no job has ended it yet. */
const IS_OVER = `(e.processed_at is not null and e.access_ends_at <= ${NOW})`
/** People and places in courses of the LMS's test users, which are not moved out. */
const IS_TEST = `(e.is_test or e.source is not distinct from 'test')`

/** The end of access that begins at `since`, in a course `c` of a school `sc` (docs/rules/access.md). */
const endOf = (since: string) => {
  const course = `case when c.access_until > ${since} then c.access_until when c.term_ends_at > ${since} then c.term_ends_at end`
  const after = (months: number) => `(${since} at time zone 'UTC' + interval '${months} months') at time zone 'UTC'`
  return `case when sc.yearly_access then greatest(${after(12)}, ${course}) else coalesce(${course}, ${after(6)}) end`
}

/** Access that ended here, after the row was moved or before, is over: the row of the file does not give it back. */
const endedHere = (row: string, instant: (sql: string) => string) => `(${instant(`${row}.processed_at`)} is null
  and ${instant('s.processed_at')} < ${instant(`${row}.access_ends_at`)}
  and coalesce(${instant('s.access_ends_at')}, ${instant(`${row}.access_ends_at`)}) = ${instant(`${row}.access_ends_at`)})`
const asTime = (sql: string) => `nullif(${sql}::text, '')::timestamptz`
const ENDED_HERE = endedHere('k', asTime)
const ENDED_BEFORE = endedHere('x', asTime)

/** As `targetKey` of the grade rules writes it. */
const SENT_TO = `case when s.grade_passback_id is not null then s.outcome_service_url || ' ' || s.grade_passback_id
  else coalesce(s.lineitem, s.lineitems) || ' ' || p.lti_user_id end`

/** SQL for the rows of new uses beyond those that their codes allow. */
const TOO_MANY_USES = `select o._line from (
    select n._line, n.coupon_code_key, row_number() over (partition by n.coupon_code_key order by n._line) as place
    from in_code_uses n where n._id is null and not n._refused) o
  join known_codes c on c._told = o.coupon_code_key
  left join (select coupon_code_key, count(*) as uses from known_code_uses group by coupon_code_key) h on h.coupon_code_key = o.coupon_code_key
  where o.place + coalesce(h.uses, 0) > c.max_usage::int`

/** Gives a code as many uses as it has rows, if it has fewer. */
const COUNT_USES = `update coupons x set used = n.uses from (
    select u.coupon_id, count(*)::int as uses from coupon_uses u where u.coupon_id in (
      select k.id from batch s join coupons k on k.code_key = s.coupon_code_key) group by u.coupon_id) n
  where x.id = n.coupon_id and x.used < n.uses`

const productsOf = (columns: string) => `select ${columns} from batch s ${FIND_COURSE}
  join products p on p.product_code = any(${listed('s.product_codes')})`

export const tables: Record<FileName, FileSql> = {
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
    refused: [school()],
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
      {
        column: 'client_id',
        when: isUnknown('platforms', tuple(['s.issuer', 's.client_id'])),
        sentence: say(
          'There is no platform with this issuer and client_id here or in platforms.csv, or its row is refused.',
        ),
      },
      {
        column: 'school',
        when: `coalesce(s.status, k.status, 'approved') = 'approved' and coalesce(s.school, k.school, '') = ''`,
        sentence: say('An approved deployment needs a school.'),
      },
      school(),
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
      PRODUCTS,
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
      `delete from course_products cp using batch s ${FIND_COURSE} where cp.course_id = coalesce(c1.id, c2.id) and s.product_codes is not null
        and cp.product_id not in (select p.id from products p where p.product_code = any(${listed('s.product_codes')}))`,
      `insert into course_products (course_id, product_id) ${productsOf('coalesce(c1.id, c2.id), p.id')} on conflict do nothing`,
    ],
  },
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
    kind: null,
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
      k.used::text as used, ${time('k.expires_at')} as expires_at, ${text('b.note')} as batch, ${yesNo('k.is_test')} as is_test
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
  'activations.csv': {
    here: `select distinct on (a.course_id, date_trunc('milliseconds', a.activated_at)) a.id::text as _id, false as _stays, ${OF_CONNECTION}, c.context_id,
      ${sorted('array(select p.product_code from products p where p.id = any(a.product_ids))')} as product_codes,
      ${time('a.activated_at')} as activated_at, ${text('u.email')} as user_email
      from activations a join courses c on c.id = a.course_id ${COURSE_JOINS} left join staff_users u on u.id = a.staff_id
      order by a.course_id, date_trunc('milliseconds', a.activated_at), a.id`,
    by: 'activated_at',
    told: tuple(each('r', [...COURSE, 'activated_at'])),
    refused: [...IN_COURSE, PRODUCTS],
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
      // One key signs, and one is next. Those that did stay published.
      `update tool_keys x set state = 'retired', state_at = ${NOW} where x.state <> 'retired'
        and exists (select from batch s where s.state = x.state and s.kid <> x.kid)`,
    ],
  },
}

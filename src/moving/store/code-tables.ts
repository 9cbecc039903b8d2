import {
  each,
  type FileSql,
  IS_OVER,
  IS_TEST,
  or,
  refersTo,
  say,
  TO_ENTITLEMENT,
  TO_PRODUCT,
  text,
  time,
  tuple,
  yesNo,
} from './table-sql.ts'

/** SQL for the rows of new uses beyond those that their codes allow. */
const TOO_MANY_USES = `select o._line from (
    select n._line, n.coupon_code_key, row_number() over (partition by n.coupon_code_key order by n._line) as place
    from in_code_uses n where n._id is null and not n._refused) o
  join known_codes c on c._told = o.coupon_code_key
  left join (select coupon_code_key, count(*) as uses from known_code_uses group by coupon_code_key) h on h.coupon_code_key = o.coupon_code_key
  where o.place + coalesce(h.uses, 0) > coalesce(nullif(c.max_usage, ''), '1')::int`

/** Gives a code as many uses as it has rows, if it has fewer. */
const COUNT_USES = `update coupons x set used = n.uses from (
    select u.coupon_id, count(*)::int as uses from coupon_uses u where u.coupon_id in (
      select k.id from batch s join coupons k on k.code_key = s.coupon_code_key) group by u.coupon_id) n
  where x.id = n.coupon_id and x.used < n.uses`
export const codeTables = {
  'codes.csv': {
    here: `select k.id::text as _id, false as _stays, k.coupon_code, k.code_key as coupon_code_key, p.product_code, k.max_usage::text as max_usage,
      k.used::text as used, ${time('least(k.expires_at, k.voided_at)')} as expires_at, ${text('b.note')} as batch, ${yesNo('k.is_test')} as is_test
      from coupons k join products p on p.id = k.product_id left join coupon_batches b on b.id = k.batch_id`,
    by: 'coupon_code',
    told: 'r.coupon_code_key',
    refused: [
      TO_PRODUCT,
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
      refersTo('codes', 'coupon_code', { told: 's.coupon_code_key', what: 'code "%s"' }),
      TO_ENTITLEMENT,
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

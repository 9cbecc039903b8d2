import type { Entitlement } from '#src/access/rules/entitlement.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { queryOne, queryRows } from '#src/core/db/statements.ts'
import type { Money } from '../rules/erasures.ts'

/** All keys of one person: their rows, payments, addresses and names. */
export interface PersonScope {
  people: number[]
  entitlements: Pick<Entitlement, 'id' | 'kind'>[]
  /** Grade targets of these. */
  targets: number[]
  checkouts: number[]
  intents: string[]
  /** Addresses that this person proved, and no other person has. */
  emails: string[]
  /** Addresses that nobody proved and no other person has: an LMS sent them, or they were typed for a receipt. */
  claimed: string[]
  tokens: string[]
  /** Schools of the person. */
  schools: number[]
  /**
   * Names that no other person has, LMS ids and the references of their grades by LTI 1.1. An LMS chooses them, so none is
   * an address, code, key or name of somebody or something else.
   */
  words: string[]
}

/** A record of a person. `identity` finds them again; it is stored only as a keyed hash. */
interface PersonRow {
  id: number
  identity: string | null
  name: string | null
  email: string | null
  school: string | null
  createdAt: Date
}

/** SQL for the text that identifies a person `p` again after a restore. */
export const IDENTITY = `case when p.consumer_id is not null then 'consumer:' || p.consumer_id || ':' || p.lti_user_id
  when p.platform_id is not null then 'platform:' || p.platform_id || ':' || p.lti_user_id
  else 'email:' || p.email end`

const ROW = `select p.id, ${IDENTITY} as identity, p.name, p.email, p.created_at as "createdAt",
  coalesce(s.name, (select t.name from courses c join schools t on t.id = c.school_id where c.id = coalesce(
    (select max(course_id) from entitlements where person_id = p.id),
    (select max(course_id) from course_teachers where person_id = p.id))), f.domain) as school
  from people p left join consumers k on k.id = p.consumer_id left join schools s on s.id = k.school_id
    left join platforms f on f.id = p.platform_id`
const GROUP = `(p.id = $1 or p.one_person = (select one_person from people where id = $1)) and p.erased_at is null`

/** Lists the records that staff linked as this person. Empty for an unknown or an erased one. */
export const listPersonRows = queryRows<PersonRow, [personId: number]>(
  'privacy_person',
  `${ROW} where ${GROUP} order by p.id`,
)
/** Locks these records in id order, before any entitlement (docs/rules/access.md). No row can be added to them then. */
export const lockPersonRows = queryRows<PersonRow, [personId: number]>(
  'privacy_person_lock',
  `${ROW} where ${GROUP} order by p.id for update of p`,
)
/** Lists other people with one of these addresses: perhaps the same person, perhaps a brother. */
export const listSameAddress = queryRows<PersonRow, [emails: string[], people: number[]]>(
  'privacy_same_address',
  `${ROW} where p.email = any($1) and not p.id = any($2) and p.erased_at is null order by p.id limit 20`,
)

/** SQL condition for a word that names nothing else of ours. */
const IS_NOBODYS = `not exists (
    select from people o where o.email = lower(word) and not o.id = any($1)
    union all select from staff_users s where lower(word) in (s.email, s.phone)
    union all select from sign_ups s where s.email = lower(word)
    union all select from help_requests h where h.email = lower(word)
    union all select from coupons k where k.code_key = upper(regexp_replace(word, '[\\s-]', '', 'g'))
    union all select from entitlements o where o.token = word
    union all select from courses c where word in (c.join_token, c.context_id)
    union all select from products r where lower(word) in (lower(r.stripe_price_id), lower(r.product_code), lower(r.name))
    union all select from schools s where lower(s.name) = lower(word)
    union all select from consumers k where lower(k.key) = lower(word)
    union all select from checkouts o where word in (o.stripe_session_id, o.payment_intent))`

const scope = queryOne<Omit<PersonScope, 'people'>, [people: number[]]>(
  'privacy_scope',
  `with person as (select $1::bigint[] as people),
  e as (select * from entitlements where person_id = any($1)),
  g as (select * from grade_targets where entitlement_id in (select id from e)),
  x as (select * from checkouts where entitlement_id in (select id from e)),
  own as (select * from people where id = any($1)),
  address as (select email, email_verified_at is not null or num_nonnulls(consumer_id, platform_id) = 0 as proved from own
    union all select lower(receipt_email), false from x),
  free as (select email, bool_or(proved) as proved from address where email is not null
    and not exists (select from people o where o.email = address.email and not o.id = any($1))
    and not exists (select from staff_users s where s.email = address.email) group by email),
  called as (select name as word from own union select nullif(concat_ws(' ', given_name, family_name), '') from own),
  chosen as (select word from called where word is not null
      and not exists (select from people o where o.name = word and not o.id = any($1))
    union select lti_user_id from own where lti_user_id is not null
    union select sourced_id from g where sourced_id is not null)
  select coalesce((select json_agg(json_build_object('id', id, 'kind', kind) order by id) from e), '[]') as entitlements,
    array(select id from g order by id) as targets,
    array(select id from x) as checkouts, array(select payment_intent from x where payment_intent is not null) as intents,
    array(select email from free where proved) as emails, array(select email from free where not proved) as claimed,
    array(select token from e) as tokens,
    array(select distinct c.school_id from e join courses c on c.id = e.course_id) as schools,
    array(select word from chosen where ${IS_NOBODYS}) as words`,
)

export const findScope = async (db: Queryable, people: number[]): Promise<PersonScope> => ({
  people,
  ...(await scope(db, people)),
})

/** CTE with the keys of a person, for the conditions of the data map. Its parameters come first. */
export const PERSON_CTE = `with person as (select $1::bigint[] as people, $2::bigint[] as entitlements,
  $3::bigint[] as targets, $4::bigint[] as checkouts, $5::text[] as intents, $6::text[] as emails, $7::text[] as tokens,
  $8::text[] as claimed)`
export const scopeValues = (s: PersonScope): unknown[] => [
  s.people,
  s.entitlements.map(e => e.id),
  s.targets,
  s.checkouts,
  s.intents,
  s.emails,
  s.tokens,
  s.claimed,
]
export const SCOPE_VALUES = 8

/** Lists the addresses that no sign-up, message or help request has. */
export const listUnheld = queryRows<{ email: string }, [emails: string[]]>(
  'privacy_unheld',
  `select c.email from unnest($1::text[]) c (email) where not exists (select from sign_ups s where s.email = c.email)
    and not exists (select from messages m where m.recipient = c.email)
    and not exists (select from help_requests h where h.email = c.email or h.facts->>'email' = c.email)`,
)

const money = queryOne<Money, [checkouts: number[], intents: string[], now: Date]>(
  'privacy_money',
  `select
    exists (select from checkouts where id = any($1) and (status = 'pending' or (status = 'open' and expires_at > $3))) as unfinished,
    exists (select from payment_flags where checkout_id = any($1) and closed_at is null
      and kind not in ('dispute_lost', 'partial_refund')) as flagged,
    exists (select from card_disputes where payment_intent = any($2) and state = 'open') as disputed`,
)

export const findMoney = (db: Queryable, { checkouts, intents }: PersonScope, now: Date) =>
  money(db, checkouts, intents, now)

const outside = queryOne<
  { sessions: string[]; intents: string[]; users: string[]; enrollments: string[] },
  [checkouts: number[], emails: string[], entitlements: number[]]
>(
  'privacy_outside',
  `select array(select stripe_session_id from checkouts where id = any($1) and status in ('paid', 'flagged')) as sessions,
    array(select payment_intent from checkouts where id = any($1) and payment_intent is not null) as intents,
    array(select domain || ' user ' || canvas_user_id from canvas_users where login = any($2) and canvas_user_id is not null) as users,
    array(select canvas_enrollment_id from canvas_enrollments where entitlement_id = any($3) and canvas_enrollment_id is not null) as enrollments`,
)

/** Finds the person's ids at Stripe and at the publisher's Canvas. */
export const findOutsideIds = (db: Queryable, s: PersonScope) =>
  outside(
    db,
    s.checkouts,
    s.emails,
    s.entitlements.map(e => e.id),
  )

/**
 * Lists people without access and without any change since a time, in id order. A teacher stays while their course has
 * new students, because a launch that changes nothing writes nothing.
 */
export const listInactivePeople = queryRows<{ id: number }, [before: Date, after: number, most: number]>(
  'inactive_people',
  `select p.id from people p where p.erased_at is null and p.id > $2 and p.updated_at < $1 and not exists (
     select from people q where (q.id = p.id or q.one_person = p.one_person) and (
       q.updated_at >= $1
       or exists (select from entitlements e where e.person_id = q.id
         and (e.updated_at >= $1 or e.access_ends_at >= $1 or (e.processed_at is not null and e.access_ends_at is null)))
       or exists (select from course_teachers t join entitlements e on e.course_id = t.course_id
         where t.person_id = q.id and e.updated_at >= $1))
   ) order by p.id limit $3`,
)

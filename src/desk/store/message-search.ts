import { wordQuery } from '#src/core/db/columns.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { queryRows } from '#src/core/db/statements.ts'
import { COURSE_NAME } from '#src/courses/store/schema/course-columns.ts'
import { MOST_NAMED } from '../rules/search.ts'
import type { FoundHelpRequest, FoundMail } from '../rules/search-results.ts'

const HELP = 'h.id, h.at, h.email, h.text, h.answered_at is not null as "isAnswered"'

/** Lists the help requests of an address, the newest first. At most 20. */
export const listHelpRequestsOf = queryRows<FoundHelpRequest, [email: string]>(
  'help_of_address',
  `select ${HELP} from help_requests h where lower(h.email) = $1 order by h.at desc limit ${MOST_NAMED}`,
)

/** Newest help requests among which words are sought. */
const MOST_READ = 500

const WORDS = `name_words(concat_ws(' ', h.text, h.facts->>'reference', h.facts->>'course_title', h.facts->>'course_label',
  h.facts->>'context_id', ${COURSE_NAME}, s.name))`

const withWords = queryRows<FoundHelpRequest, [query: string]>(
  'help_with_words',
  `select ${HELP} from (select * from help_requests order by at desc limit ${MOST_READ}) h
   left join entitlements e on e.token in (h.facts->>'enroll_token', h.facts->>'lti_token')
   left join courses c on c.id = e.course_id left join schools s on s.id = c.school_id
   where ${WORDS} @@ to_tsquery('simple', $1) order by h.at desc limit ${MOST_NAMED}`,
)

/**
 * Lists help requests with words that begin so in their text, reference, course or school, the newest first. Reads the
 * newest 500, lists at most 20.
 */
export const searchHelpRequests = async (db: Queryable, words: string[]): Promise<FoundHelpRequest[]> =>
  words.length === 0 ? [] : withWords(db, wordQuery(words))

const MAIL = `m.id, m.kind, m.recipient, m.created_at as "createdAt", m.sent_at as "sentAt", m.refused_at as "refusedAt",
  m.expired_at as "expiredAt",
  m.data->>'course' as course, m.data->>'school' as school`

type Kind = FoundMail['kind']

/** SQL for the newest mails of these ids. The ids are found first, each list by an index. */
const mailsIn = (ids: string, most: string | number = MOST_NAMED) =>
  `select ${MAIL} from messages m where m.id = any(array(${ids})) order by m.created_at desc, m.id desc limit ${most}`

/** Lists sent mail of some kinds, the newest first. At most 20. */
export const listMailsOfKinds = queryRows<FoundMail, [kinds: Kind[]]>(
  'mails_of_kinds',
  mailsIn(`select x.id from unnest($1::text[]) k(kind) cross join lateral (
    select m.id from messages m where m.kind = k.kind and m.sent_at is not null order by m.sent_at desc limit ${MOST_NAMED}
  ) x`),
)

/** A mail may be about both a course and a school of one name, so there are twice as many ids. */
const newestAbout = (what: 'course' | 'school') =>
  `(select m.id from messages m where lower(m.data->>'${what}') = lower(n.name) and m.kind = k.kind order by m.id desc limit ${MOST_NAMED})`
/** Lists mail of some kinds about courses or schools of these names, the newest first: as many as `most`. */
export const listMailsAbout = queryRows<FoundMail, [kinds: Kind[], names: string[], most: number]>(
  'mails_of_names',
  mailsIn(
    `select x.id from unnest($1::text[]) k(kind) cross join unnest($2::text[]) n(name)
    cross join lateral (${newestAbout('course')} union all ${newestAbout('school')}) x
    order by x.id desc limit ${2 * MOST_NAMED}`,
    '$3',
  ),
)

/** Lists mail to an address, the newest first. At most 20. */
export const listMailsTo = queryRows<FoundMail, [address: string]>(
  'mails_to_address',
  `select ${MAIL} from messages m where m.recipient = $1 order by m.created_at desc limit ${MOST_NAMED}`,
)

/** Lists mail about a payment, found by an id or by the reference on its receipt. */
export const listMailsOfPayment = queryRows<FoundMail, [reference: string]>(
  'mails_of_payment',
  `with paid as (
     select stripe_session_id, payment_intent from checkouts where stripe_session_id = $1
     union select stripe_session_id, payment_intent from checkouts where payment_intent = $1
     union select stripe_session_id, payment_intent from checkouts where right(stripe_session_id, 10) = $1
     union select stripe_session_id, payment_intent from checkouts
       where payment_intent in (select payment_intent from card_refunds where refund_id = $1)
   ), keys as (
     select unnest(array['receipt:' || stripe_session_id, 'failed:' || stripe_session_id]) as key from paid
     union all select 'refund:' || r.refund_id from card_refunds r join paid p on p.payment_intent = r.payment_intent
   )
   ${mailsIn('select m.id from messages m where m.key = any(array(select key from keys))')}`,
)

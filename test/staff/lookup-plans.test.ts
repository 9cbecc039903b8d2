import t from 'tap'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { listAuditRows } from '#src/desk/store/audit.ts'
import { countClass } from '#src/desk/store/course-reports.ts'
import { listMailsAbout } from '#src/desk/store/message-search.ts'
import { findScope } from '#src/desk/store/person-scope.ts'
import { findSchoolOverview, findSchoolReadiness } from '#src/desk/store/school-reports.ts'
import { findCourses, listPayers, listPayersByReceipt } from '#src/desk/store/search.ts'
import { listClosingCourses } from '#src/desk/store/waiting-work.ts'
import { listRejectedGradesBySchool } from '#src/lti/store/grades.ts'
import { listLaunchRows, trimDiary, trimWholeDiary } from '#src/lti/store/launch-diary.ts'
import { listPaymentRows } from '#src/payments/store/payments.ts'
import { testApp } from '../support/app.ts'
import { launch, makeConsumer } from '../support/school.ts'

const ROWS = [
  `with made as (insert into schools (name) select 'School ' || n from generate_series(1, 50) n returning id)
   insert into consumers (school_id, key, sealed_secret) select id, 'other' || id, '' from made`,
  `insert into people (consumer_id, lti_user_id, email) select $1, 'u' || n, 'u' || n || '@school.example' from generate_series(1, 20000) n`,
  `insert into courses (school_id, consumer_id, context_id, title, join_token, term_ends_at)
   select k.school_id, k.id, 'c' || n, 'Course ' || n, 'c_' || n, now() + n * interval '1 day'
   from generate_series(1, 5000) n join (select *, row_number() over (order by id) as place from consumers) k on k.place = n % 50 + 1`,
  `insert into entitlements (kind, course_id, person_id, token, session_id)
   select 'enrollment', c.id, p.id, 'e_' || p.id, gen_random_uuid() from people p join courses c on c.context_id = 'c' || p.id % 5000 where p.consumer_id = $1`,
  `insert into checkouts (stripe_session_id, entitlement_id, course_id, payment_intent, amount, currency, livemode, expires_at)
   select 'cs_test_' || e.id, e.id, e.course_id, 'pi_' || e.id, 1, 'usd', false, now() from entitlements e join people p on p.id = e.person_id where p.consumer_id = $1`,
  `insert into grade_targets (entitlement_id, sourced_id, outcome_service_url) select e.id, 's' || e.id, 'x' from entitlements e join people p on p.id = e.person_id where p.consumer_id = $1`,
  `insert into launch_diary (reference, version, outcome, consumer_key, parameters)
   select 'r' || n, '1.1', 'pay', 'k' || $1::bigint + n % 50, '{}' from generate_series(1, 20000) n`,
  `insert into messages (key, kind, recipient, data)
   select 'm' || n, 'welcome', 'u' || n || '@school.example', jsonb_build_object('course', 'Course ' || n % 500) from generate_series(1, 20000) n`,
  `insert into audit (actor, action, subject_kind, subject_id) select 'staff:' || n % 9, 'process', 'entitlement', n from generate_series(1, 20000) n`,
]

/** Look-ups of staff and the cleaning job, and the tables that may be large. */
const LARGE = ['people', 'courses', 'entitlements', 'checkouts', 'grade_targets', 'launch_diary', 'messages', 'audit']
const listQuery = { words: '', filters: {}, sort: 'newest', after: null, most: 50, counts: true }
const everybody = { schools: null }
const now = new Date()
const lookups: Record<string, (tx: Tx, schoolId: number) => Promise<unknown>> = {
  'a payment': tx => listPayers(tx, 'pi_1'),
  'the end of a receipt': tx => listPayersByReceipt(tx, 'cs_test_12'),
  'a course by title': tx => findCourses(tx, 'course 77', null),
  'courses that end soon': tx => listClosingCourses(tx, now, new Date(now.getTime() + 86_400_000)),
  'rejected grades': tx => listRejectedGradesBySchool(tx),
  'launches of a key': tx => listLaunchRows(tx, { ...listQuery, words: 'nobody' }),
  'launches of a school': (tx, id) => listLaunchRows(tx, { ...listQuery, filters: { school: String(id) } }),
  'refused launches': tx => listLaunchRows(tx, { ...listQuery, filters: { outcome: 'refused' } }),
  'launches refused for one reason': tx => listLaunchRows(tx, { ...listQuery, filters: { outcome: 'nonce' } }),
  'launches and courses of a school': (tx, id) => findSchoolOverview(tx, id, now),
  'the connections of a school': (tx, id) => findSchoolReadiness(tx, id, now),
  'the class of a course': tx => countClass(tx, 1),
  'payments of a course': tx => listPaymentRows(tx, { ...listQuery, filters: { course: '7' } }, everybody),
  'mail about a course': tx => listMailsAbout(tx, ['welcome'], ['Course 77'], 20),
  'audit of an address': tx => listAuditRows(tx, { ...listQuery, words: 'ana@school.example' }),
  'audit of a colleague': tx => listAuditRows(tx, { ...listQuery, filters: { actor: 'staff:999' } }),
  'refused launches to trim': tx => trimDiary(tx, new Date(now.getTime() - 86_400_000), 10),
  'old launches to trim': tx => trimWholeDiary(tx, 1_000_000),
  'the keys of a person': async tx =>
    findScope(tx, [(await tx.client.query('select min(id) as id from people')).rows[0].id]),
}

t.test('looks up by index, however many rows there are', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const other = await makeConsumer(app)
  await launch(app, school.key)
  for (const rows of ROWS) await app.db.client.query(rows, rows.includes('$1') ? [school.id] : [])
  await app.db.client.query('analyze')
  for (const [what, look] of Object.entries(lookups))
    await inTransaction(app.db, async tx => {
      await tx.client.query('set local plan_cache_mode = force_generic_plan')
      const before = await wholeReads(tx)
      await look(tx, other.schoolId)
      const read = await wholeReads(tx)
      t.strictSame(
        [...read.keys()].filter(table => read.get(table) !== before.get(table)),
        [],
        what,
      )
    })
})

/** Counts how often this connection read each large table as a whole. */
const wholeReads = async (tx: Tx): Promise<Map<string, number>> => {
  const { rows } = await tx.client.query<{ relname: string; seq_scan: number }>(
    'select relname, seq_scan from pg_stat_xact_user_tables where relname = any($1)',
    [LARGE],
  )
  return new Map(rows.map(row => [row.relname, row.seq_scan]))
}

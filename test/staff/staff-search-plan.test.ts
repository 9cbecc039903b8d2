import t from 'tap'
import { NAME_SEARCHES } from '#src/desk/store/search.ts'
import { testApp } from '../support/app.ts'
import { makeMembership } from '../support/platform.ts'
import { launch, makeConsumer } from '../support/school.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)]

t.test('looks up names by index, however many people and schools there are', async t => {
  const app = await testApp(t)
  const { key, schoolId } = await makeConsumer(app)
  await launch(app, key)
  await makeMembership(app, [])
  const client = await app.db.client.connect()
  t.teardown(() => client.release())
  const given = "(array['Ana','Bo','Cleo','Dan','Eva'])[n % 5 + 1]"
  await client.query(
    `insert into people (consumer_id, lti_user_id, name)
     select id, 'u' || n, ${given} || ' ' || md5(n::text) from (select id from consumers limit 1) s, generate_series(1, 20000) n`,
  )
  await client.query(
    `insert into entitlements (kind, course_id, person_id, token, session_id)
     select 'enrollment', (select min(id) from courses), p.id, 'e_' || p.id, gen_random_uuid() from people p where p.lti_user_id like 'u%' on conflict do nothing`,
  )
  await client.query(
    `with p as (insert into people (consumer_id, lti_user_id, name)
       select id, 't' || n, ${given} || ' ' || md5(n::text) from (select id from consumers limit 1) s, generate_series(1, 1000) n returning id)
     insert into course_teachers (course_id, person_id) select (select min(id) from courses), id from p`,
  )
  await client.query(
    `with made as (insert into schools (name) select 'School ' || md5(n::text) from generate_series(1, 5000) n returning id)
     insert into consumers (school_id, key, sealed_secret) select id, 'k' || id, '' from made`,
  )
  await client.query(
    `insert into platforms (issuer, client_id, domain, preset, authorization_redirect, public_keys_url, grant_url)
     select 'i' || n, 'c', md5(n::text) || '.example', 'd2l', '', '', '' from generate_series(1, 5000) n`,
  )
  await client.query(
    `insert into deployments (platform_id, deployment_id, seen_name)
     select id, '1', case when id % 2 = 0 then 'College ' || md5(id::text) end from platforms where client_id = 'c'`,
  )
  await client.query(
    `insert into courses (school_id, consumer_id, context_id, title, join_token)
     select k.school_id, k.id, 'c' || n, ${given} || ' ' || md5(n::text), 'c_' || n from generate_series(1, 20000) n, (select * from consumers order by id limit 1) k`,
  )
  await client.query('analyze')
  await client.query('set plan_cache_mode = force_generic_plan')
  for (const [what, text] of Object.entries(NAME_SEARCHES)) {
    await client.query(`prepare ${what} as ${text}`)
    const schools = what === 'schools' ? '' : `array[${schoolId}], `
    const { rows } = await client.query(`explain (format json) execute ${what}(${schools}'ana:*')`)
    const read = all(rows[0]['QUERY PLAN'][0].Plan)
    // There are few teachers, schools and deployments: those found by words are joined as a whole.
    const named = ['people', 'platforms', ...(what === 'courses' ? ['courses'] : [])]
    const whole = read.filter(n => n['Node Type'] === 'Seq Scan' && named.includes(n['Relation Name'] ?? ''))
    t.strictSame(
      whole.map(n => n['Relation Name']),
      [],
      what,
    )
  }
  const { rows } = await client.query<{ id: number }>("execute people(null, 'ana:*')")
  const teachers = await client.query(`select from people where lti_user_id like 't%' and id = any($1)`, [
    rows.map(({ id }) => id),
  ])
  t.equal(teachers.rowCount, 20, 'teachers come first, also among thousands of one name')
})

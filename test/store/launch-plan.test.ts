import t from 'tap'
import { launchStatements } from '#src/store/queries/launch-statements.ts'
import { testApp } from '../support/app.ts'
import { launch, makeConsumer } from '../support/school.ts'

interface Plan {
  'Node Type': string
  'Subplan Name'?: string
  Plans?: Plan[]
}

const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)]

/** A join is as good while tables are small; planned then, it reads a whole class for each of its students later on. */
t.test('a launch into a large course finds each of its rows in one step, by an index', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await launch(app, school.key)
  const client = await app.db.client.connect()
  t.teardown(() => client.release())
  await client.query(
    `insert into people (consumer_id, lti_user_id) select consumer_id, 'u' || n from courses, generate_series(1, 5000) n`,
  )
  await client.query(
    `insert into courses (consumer_id, context_id, join_token) select consumer_id, 'c' || n, 'j' || n from courses, generate_series(1, 5000) n`,
  )
  await client.query(`insert into enrollments (course_id, person_id, token, session_id) select c.id, p.id, 'e_' || p.id, gen_random_uuid() from courses c, people p
    where c.join_token not like 'j%' on conflict do nothing`)
  await client.query('analyze')
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare launch as ${launchStatements['1.1'].toPay}`)
  const { rows } = await client.query(`explain (format json) execute launch(${Array(23).fill('null').join(', ')})`)
  const plan = all(rows[0]['QUERY PLAN'][0].Plan)
  for (const row of ['course', 'person', 'entitlement']) {
    const read = plan.find(node => node['Subplan Name'] === `CTE ${row}_was`)
    t.equal(read?.['Node Type'], 'Index Scan', row)
  }
})

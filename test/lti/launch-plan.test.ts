import t from 'tap'
import { numberParameters } from '#src/core/db/named-parameters.ts'
import { launchStatements } from '#src/lti/store/launch-statements.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { makeMembership } from '../support/platform.ts'
import { launch, makeConsumer } from '../support/school.ts'

interface Plan {
  'Node Type': string
  'Subplan Name'?: string
  Plans?: Plan[]
}

const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)]

/** A course with one person, and the columns and tables of each LTI version. */
const versions = {
  '1.1': {
    begin: async (app: TestApp) => void (await launch(app, (await makeConsumer(app)).key)),
    owner: 'consumer_id',
    lms: 'consumer_id',
    rows: 'enrollments',
  },
  '1.3': {
    begin: async (app: TestApp) => void (await makeMembership(app, [])),
    owner: 'deployment_id',
    lms: 'platform_id',
    rows: 'memberships',
  },
} as const

/** A join is as fast while tables are small, but its cached plan would later read a whole class for each student. */
for (const version of ['1.1', '1.3'] as const) {
  t.test(`${version}: a launch into a large course finds each row by an index`, async t => {
    const { begin, owner, lms, rows: table } = versions[version]
    const app = await testApp(t)
    await begin(app)
    const client = await app.db.client.connect()
    t.teardown(() => client.release())
    const many = 'generate_series(1, 5000) n'
    await client.query(
      `insert into people (${lms}, lti_user_id) select p.${lms}, 'u' || n from (select ${lms} from people limit 1) p, ${many}`,
    )
    await client.query(
      `insert into courses (${owner}, context_id, join_token) select ${owner}, 'c' || n, 'j' || n from courses, ${many}`,
    )
    const role = version === '1.3' ? { name: ', role', is: `, 'learner'` } : { name: '', is: '' }
    await client.query(
      `insert into ${table} (course_id, person_id, token, session_id${role.name})
       select c.id, p.id, 'e_' || p.id, gen_random_uuid()${role.is} from courses c, people p where c.join_token not like 'j%'
       on conflict do nothing`,
    )
    await client.query('analyze')
    await client.query('set plan_cache_mode = force_generic_plan')
    const { text, names } = numberParameters(launchStatements[version].toPay)
    await client.query(`prepare launch as ${text}`)
    const { rows } = await client.query(
      `explain (format json) execute launch(${Array(names.length).fill('null').join(', ')})`,
    )
    const plan = all(rows[0]['QUERY PLAN'][0].Plan)
    for (const row of ['course', 'person', 'entitlement']) {
      const read = plan.find(node => node['Subplan Name'] === `CTE ${row}_was`)
      t.equal(read?.['Node Type'], 'Index Scan', row)
    }
  })
}

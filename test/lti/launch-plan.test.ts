import t from 'tap'
import { parameterNames } from '#src/core/db/statements.ts'
import { LAUNCH_11 } from '#src/lti/store/launch-11.ts'
import { LAUNCH_13 } from '#src/lti/store/launch-13.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { makeMembership } from '../support/platform.ts'
import { launch, makeConsumer } from '../support/school.ts'

interface Plan {
  'Node Type': string
  'Subplan Name'?: string
  'Relation Name'?: string
  Plans?: Plan[]
}

const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)]

/** A course with one person, and the columns of each LTI version. */
const versions = {
  '1.1': {
    begin: async (app: TestApp) => void (await launch(app, (await makeConsumer(app)).key)),
    statement: LAUNCH_11,
    connection: 'consumer_id',
    lms: 'consumer_id',
    kind: 'enrollment',
  },
  '1.3': {
    begin: async (app: TestApp) => void (await makeMembership(app, [])),
    statement: LAUNCH_13,
    connection: 'deployment_id',
    lms: 'platform_id',
    kind: 'membership',
  },
} as const

/** A join is as fast while tables are small, but its cached plan would later read a whole class for each student. */
for (const version of ['1.1', '1.3'] as const) {
  t.test(`${version}: a launch into a large course finds each row by an index`, async t => {
    const { begin, statement, connection, lms, kind } = versions[version]
    const app = await testApp(t)
    await begin(app)
    const client = await app.db.client.connect()
    t.teardown(() => client.release())
    const many = 'generate_series(1, 5000) n'
    await client.query(
      `insert into people (${lms}, lti_user_id) select p.${lms}, 'u' || n from (select ${lms} from people limit 1) p, ${many}`,
    )
    await client.query(
      `insert into courses (school_id, ${connection}, context_id, join_token) select school_id, ${connection}, 'c' || n, 'j' || n from courses, ${many}`,
    )
    await client.query(
      `insert into entitlements (kind, course_id, person_id, token, session_id)
       select '${kind}', c.id, p.id, 'e_' || p.id, gen_random_uuid() from courses c, people p where c.join_token not like 'j%'
       on conflict do nothing`,
    )
    await client.query(
      `insert into grade_targets (entitlement_id, resource_link, line_item_url) select id, 'r', 'https://lms.example' from entitlements`,
    )
    await client.query(
      `with product as (insert into products (product_code, name, stripe_price_id) values ('A', 'ASL 1', 'price_a') returning id)
       insert into course_products (course_id, product_id) select c.id, product.id from courses c, product on conflict do nothing`,
    )
    await client.query('analyze')
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare launch as ${statement}`)
    const nulls = parameterNames(statement).map(() => 'null')
    const { rows } = await client.query(`explain (format json) execute launch(${nulls.join(', ')})`)
    const plan = all(rows[0]['QUERY PLAN'][0].Plan)
    for (const row of ['course_was', 'person_was', 'entitlement_was', 'targets_were']) {
      const read = plan.find(node => node['Subplan Name'] === `CTE ${row}`)
      const nodes = read ? all(read).map(node => node['Node Type']) : []
      t.ok(nodes.includes('Index Scan'), row)
      t.notOk(nodes.includes('Seq Scan'), row)
    }
    const ofProducts = plan.filter(node => node['Relation Name'] === 'course_products')
    t.strictSame([...new Set(ofProducts.map(node => node['Node Type']))], ['Index Only Scan'], 'products of the course')
  })
}

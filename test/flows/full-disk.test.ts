import t from 'tap'
import { testApp } from '../support/app.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'

/** SQLSTATE of each class that means: nothing is wrong with the request. */
const STATES = ['53100', '53200', '53300', '53400', '57014', '57P03']

t.test(
  'a database that takes no writes is a 503 with a plain page, and /readyz says so until it takes them again',
  async t => {
    const app = await testApp(t)
    const school = await makeConsumer(app)
    await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
    const readiness = async () => (await app.server.inject('/readyz')).statusCode
    for (const state of STATES) {
      await app.db.client.query(`create or replace function refuse_writes() returns trigger language plpgsql as $$
      begin raise exception 'No space left on device' using errcode = '${state}'; end $$`)
      for (const table of ['entitlements', 'write_probes', 'nonces'])
        await app.db.client.query(
          `create trigger refused before insert or update on ${table} for each statement execute function refuse_writes()`,
        )
      const { status, body } = await launch(app, school.key)
      t.equal(status, 503, state)
      t.match(body, /<html/)
      t.notMatch(body, /No space left/)
      t.equal(await readiness(), 503, state)
      for (const table of ['entitlements', 'write_probes', 'nonces'])
        await app.db.client.query(`drop trigger refused on ${table}`)
    }
    t.equal(await readiness(), 200, 'without a restart')
    t.match(await launch(app, school.key), { status: 303 })
    const { rows } = await app.db.client.query('select count(*)::int as count from write_probes')
    t.strictSame(rows, [{ count: 0 }], 'nothing of the trial stays')
  },
)

import t from 'tap'
import { testApp } from '../support/app.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { countOf } from '../support/rows.ts'
import { type Launched, launch, makeConsumer } from '../support/school.ts'
import { size } from '../support/size.ts'

const all = (count: number, run: (i: number) => Promise<Launched>) =>
  Promise.all(Array.from({ length: count }, (_, i) => run(i)))

t.test('many parallel launches of one person make one enrollment', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const answers = await all(100, () => launch(app, school.key, { user_id: 'ana' }))
  t.ok(answers.every(a => a.status === 303))
  t.equal(new Set(answers.map(a => a.token)).size, 1)
  for (const table of ['courses', 'people', 'entitlements']) t.equal(await countOf(app, table), 1, table)
  t.equal(await countOf(app, 'nonces'), 100)
})

t.test('parallel first launches of a new course all succeed', async t => {
  const url = await freshDatabaseUrl(t)
  const apps = [await testApp(t, { db: await openAt(t, url) }), await testApp(t, { db: await openAt(t, url) })]
  const school = await makeConsumer(apps[0]!)
  const rounds = size(15, 200)
  for (let round = 0; round < rounds; round++) {
    const answers = await all(2, i => launch(apps[i]!, school.key, { context_id: `new-${round}`, user_id: `u${i}` }))
    if (answers.some(a => a.status !== 303)) t.fail(`round ${round}: ${answers.map(a => a.status)}`)
  }
  t.equal(await countOf(apps[0]!, 'courses'), rounds, 'each course once')
  t.equal(await countOf(apps[0]!, 'entitlements'), 2 * rounds)
  t.equal(await countOf(apps[0]!, 'people'), 2)
})

t.test('a class that starts a new course at once makes one course', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const count = size(50, 500)
  const answers = await all(count, i => launch(app, school.key, { user_id: `u${i}` }))
  t.ok(answers.every(a => a.status === 303))
  t.equal(new Set(answers.map(a => a.token)).size, count, 'everyone has a token of their own')
  t.equal(await countOf(app, 'courses'), 1)
  t.equal(await countOf(app, 'entitlements'), count)
})

t.test(
  'parallel launches of students and teachers with different course and person data never block each other',
  async t => {
    const app = await testApp(t)
    const school = await makeConsumer(app)
    for (let round = 0; round < size(8, 50); round++) {
      const answers = await all(60, i =>
        launch(app, school.key, {
          context_id: `ctx-${round}`,
          context_title: `Title ${i}`,
          user_id: `u${i % 3}`,
          lis_person_name_full: `Name ${i}`,
          lis_result_sourcedid: `grade-${i}`,
          lis_outcome_service_url: 'https://lms.example/service',
          roles: i % 2 === 0 ? 'Learner' : 'Instructor',
        }),
      )
      t.strictSame(
        answers.filter(a => a.status !== 303).map(a => a.status),
        [],
        `round ${round}`,
      )
    }
    t.equal(await countOf(app, 'people'), 3)
  },
)

t.test('merges course data when parallel launches each send a different field', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  for (let round = 0; round < size(20, 200); round++) {
    const context_id = `ctx-${round}`
    const bare = { context_id, context_title: '', context_label: '' }
    await launch(app, school.key, bare)
    await Promise.all([
      launch(app, school.key, { ...bare, context_title: 'ASL 1', user_id: 'ana' }),
      launch(app, school.key, { ...bare, context_label: 'ASL-1', user_id: 'bo' }),
    ])
  }
  t.equal(await countOf(app, `courses where title = 'ASL 1' and label = 'ASL-1'`), await countOf(app, 'courses'))
})

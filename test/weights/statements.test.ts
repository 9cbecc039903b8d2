import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { testApp } from '../support/app.ts'
import { openPay } from '../support/form.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { shop } from '../support/shop.ts'
import { watchStatements } from '../support/statements.ts'

/** The diary is written behind the answers, many launches in one statement; the notice is read once in ten seconds. */
const NOBODYS = /launch_diary|"notices"/

/** How many statements a page costs is exact, and is what a class of 500 feels: one more is a decision, not an accident. */
t.test('a launch is two statements at most, the payment page one', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A', 'B'], { contextId: 'ctx-1' })
  const seen = watchStatements(t)
  const during = async <T>(work: () => Promise<T>) => {
    await pause(400)
    seen.length = 0
    const result = await work()
    return { result, statements: seen.filter(name => !NOBODYS.test(name)) }
  }
  const user = { user_id: 'ana' }
  const first = await during(() => launch(app, school.key, user))
  t.equal(first.statements.length, 2, `the first launch of a person: ${first.statements}`)
  const again = await during(() => launch(app, school.key, user))
  t.strictSame(again.statements, first.statements.slice(1), 'the next one, in the same second')
  app.clock.advance(1000)
  const later = await during(() => launch(app, school.key, user))
  t.strictSame(later.statements, first.statements, 'the next one, a second later')
  app.clock.advance(1000)
  const teacher = await during(() => launch(app, school.key, { roles: 'Instructor' }))
  t.equal(teacher.statements.length, 2, `a teacher's: ${teacher.statements}`)

  const page = await during(() => openPay(app, again.result.token))
  t.equal(page.result.status, 200)
  t.equal(page.statements.length, 1, `${page.statements}`)
})

t.test('the payment page is one statement with a card provider too, once its prices are known', async t => {
  const { app, token } = await shop(t, { products: ['A', 'B'] })
  const seen = watchStatements(t)
  const priced = async () => {
    seen.length = 0
    const { body } = await openPay(app, token)
    t.match(body, /\$98\.00/)
    return seen.filter(name => !NOBODYS.test(name))
  }
  t.equal((await priced()).length, 3, 'the first person makes us ask the provider, and keep its two answers')
  t.strictSame(await priced(), ['enrollment_by_token'])
})

import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { testApp } from '../support/app.ts'
import { openPay } from '../support/form.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { shop } from '../support/shop.ts'
import { watchStatements } from '../support/statements.ts'

/** The diary is written later, in batches; the notice is read once in ten seconds. */
const NOBODYS = /launch_diary|"notices"/

/** The number of statements per page is exact, as a class of 500 feels every extra one. */
t.test(
  'a launch runs at most two statements, the payment page one, or two for who has another row or a payment',
  async t => {
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
    t.strictSame(page.statements, ['entitlement_by_token'])

    await makeCourse(app, school.id, ['A'], { contextId: 'ctx-2' })
    const second = await launch(app, school.key, { ...user, context_id: 'ctx-2' })
    const withOther = await during(() => openPay(app, second.token))
    t.strictSame(withOther.statements, ['entitlement_by_token', 'entitlement_rest'], 'who has another row')
  },
)

t.test('with a card provider the payment page runs one statement once its prices are cached', async t => {
  const { app, token } = await shop(t, { products: ['A', 'B'] })
  const seen = watchStatements(t)
  const priced = async () => {
    seen.length = 0
    const { body } = await openPay(app, token)
    t.match(body, /\$98\.00/)
    return seen.filter(name => !NOBODYS.test(name))
  }
  t.equal((await priced()).length, 3, 'the first view asks the provider and stores its two answers')
  t.strictSame(await priced(), ['entitlement_by_token'])
})

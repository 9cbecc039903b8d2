import t from 'tap'
import { saveStaff } from '#src/accounts/store/staff.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { agree, openPay, postForm } from '../support/form.ts'
import { tagsOf } from '../support/html.ts'
import { launch, makeConsumer, makeCourse } from '../support/school.ts'
import { joinable, PASSWORD } from '../support/sign-up.ts'
import { signedIn } from '../support/staff.ts'

const MINUTE = 60_000

/** Posts a form and returns the address that it leads to. */
const led = async (app: TestApp, url: string, fields: Record<string, string>): Promise<string> =>
  String((await postForm(app, url, { recaptcha_response: 'off', ...fields })).headers.location)

t.test('the address of a code step works for as long as its code, also when that leaves late', async t => {
  const app = await testApp(t)
  await saveStaff(app.db, { email: 'ana@school.example', firstName: 'Ana', lastName: 'Lima' })
  const { course } = await joinable(app)
  const email = 'ana@school.example'
  const names = { name: 'Ana Lima', first_name: 'Ana', last_name: 'Lima' }
  const person = { ...names, email, password: PASSWORD, confirm_password: PASSWORD }
  const forms: [form: string, url: string, fields: Record<string, string>, field: string][] = [
    ['/pay', `/pay?token=${course.joinToken}`, { intent: 'sign_up', ...person }, 'name="code"'],
    ['a new code', `/pay?token=${course.joinToken}`, { intent: 'resend', email }, 'name="code"'],
    ['/verify', `/verify?course=${course.joinToken}`, { intent: 'sign_up', ...person }, 'name="pin_number"'],
    ['/login', '/login', { intent: 'magic', connection: 'email', target: email }, 'name="code"'],
  ]
  for (const isLate of [false, true])
    for (const [form, url, fields, field] of forms) {
      const what = `${form}, ${isLate ? 'late' : 'at once'}`
      // The forty-first code waits for 22 minutes.
      await app.db.client.query("update limits set count = $1, resets_at = $2 where key like 'mail-to:%'", [
        isLate ? 40 : 0,
        new Date(app.clock.now().getTime() + 60 * MINUTE),
      ])
      const step = await led(app, url, fields)
      const isAtCode = async () => (await app.server.inject(step)).body.includes(field)
      if (isLate) app.clock.advance(22 * MINUTE)
      app.clock.advance(9 * MINUTE)
      t.ok(await isAtCode(), what)
      app.clock.advance(2 * MINUTE)
      t.notOk(await isAtCode(), `${what}: the code no longer works`)
    }
})

t.test('no box of a code cuts what is pasted with it', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const { token } = await launch(app, school.key)
  await agree(app, token)
  const { course } = await joinable(app, { contextId: 'hosted' })
  const target = { connection: 'email', target: me.staff.email }
  const person = { name: 'Ana Lima', email: 'ana@school.example', password: PASSWORD }
  const steps: [url: string, name: string][] = [
    [await led(app, '/login', { intent: 'magic', ...target }), 'code'],
    [await led(app, '/login', { intent: 'recovery', ...target }), 'code'],
    [await led(app, `/pay?token=${course.joinToken}`, { intent: 'sign_up', ...person }), 'code'],
  ]
  const pages: [what: string, body: string, name: string][] = [
    ['/lti/pay', (await openPay(app, token, 'coupons')).body, 'coupon'],
    ['/codes', (await me.open('/codes')).body, 'code'],
  ]
  for (const [url, name] of steps) pages.push([url, (await app.server.inject(url)).body, name])
  for (const [what, body, name] of pages) {
    const [box, ...others] = tagsOf(body, 'input').filter(input => input.name === name)
    t.match(box, { name }, what)
    t.strictSame([box?.maxlength, box?.maxLength, others], [undefined, undefined, []], what)
  }
})

import t from 'tap'
import { changeColleague, removeColleague } from '#src/accounts/colleagues.ts'
import type { SignedInStaff } from '#src/core/rules/staff.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { countOf } from '../support/rows.ts'
import { makeConsumer } from '../support/school.ts'
import { limitSchools, signedIn } from '../support/staff.ts'

const add = (over: Record<string, string | string[]> = {}) => ({
  intent: 'add',
  email: 'Sona@Example.com',
  first_name: 'Sona',
  last_name: 'Season',
  role: 'support',
  limit: 'all',
  ...over,
})

t.test('a manager adds, changes and removes a colleague; each is audited', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  t.equal((await me.post('/colleagues', add())).status, 303)
  t.match(await me.post('/colleagues', add()), { status: 409, body: /has this email already/ })
  const sona = await signedIn(app, 'support', 'sona@example.com')
  const { id } = sona.staff
  const page = textOf((await me.open('/colleagues')).body)
  t.match(page, /Sam Staff\s*sona@example.com\s*support\s*All schools/)
  const limited = { intent: 'change', colleague: String(id), role: 'viewer', limit: 'some' }
  t.match(await me.post('/colleagues', limited), { status: 422, body: /Choose at least one school/ })
  const changed = await me.send('/colleagues', { ...limited, schools: String(school.schoolId) })
  t.match(changed.status, 200)
  t.equal((await sona.open('/payments')).status, 403, 'an open session obeys')
  t.equal((await me.post('/colleagues', { intent: 'end-sessions', colleague: String(id) })).status, 303)
  t.equal((await sona.call('GET', '/api/products')).status, 401)
  const remove = { intent: 'remove', colleague: String(id) }
  t.match(textOf((await me.post('/colleagues', remove)).body), /Remove Sam Staff\?/)
  t.equal((await me.post('/colleagues', { ...remove, confirmed: 'yes' })).status, 303)
  t.equal((await me.post('/colleagues', { ...remove, confirmed: 'yes' })).status, 404)
  t.equal(await countOf(app, 'staff_users'), 1)
  const { rows } = await app.db.client.query("select action from audit where subject_kind = 'staff' order by id")
  t.strictSame(
    rows.map(r => r.action),
    ['add-staff', 'change-staff', 'end-staff-sessions', 'remove-staff'],
  )
})

t.test('nobody removes themselves or takes their own role', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const own = { colleague: String(me.staff.id), role: 'viewer', limit: 'all', confirmed: 'yes' }
  for (const intent of ['remove', 'change'])
    t.match(await me.post('/colleagues', { ...own, intent }), { status: 409, body: /own role/ }, intent)
  t.equal((await me.open('/colleagues')).status, 200)
})

t.test('two managers who remove, demote or limit each other at once leave one', async t => {
  const app = await testApp(t)
  const { schoolId } = await makeConsumer(app)
  const ways = {
    remove: (id: number, by: SignedInStaff) => removeColleague(app, id, by),
    demote: (id: number, by: SignedInStaff) => changeColleague(app, id, { role: 'viewer', schools: null }, by),
    limit: (id: number, by: SignedInStaff) => changeColleague(app, id, { role: 'manager', schools: [schoolId] }, by),
  }
  for (const [one, other] of [
    ['remove', 'remove'],
    ['remove', 'demote'],
    ['demote', 'limit'],
    ['limit', 'limit'],
  ] as const) {
    await app.db.client.query('delete from staff_users')
    const [a, b] = [await signedIn(app), await signedIn(app, 'manager', 'other@example.com')]
    const results = await Promise.allSettled([ways[one](b.staff.id, a.staff), ways[other](a.staff.id, b.staff)])
    t.equal(results.filter(r => r.status === 'fulfilled').length, 1, `${one}, ${other}`)
    t.equal(
      await countOf(app, "staff_users where role = 'manager' and not is_limited"),
      1,
      `${one}, ${other}: one stays`,
    )
  }
})

t.test('other roles, limited managers and old sign-ins change nothing', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  const limited = await signedIn(app, 'manager', 'limited@example.com')
  await limitSchools(app.db, { email: limited.staff.email, schoolIds: [school.schoolId] })
  const others = [limited]
  for (const role of ['viewer', 'support', 'signer', 'reviewer'] as const) others.push(await signedIn(app, role))
  const before = await countOf(app, 'staff_users')
  for (const other of others) {
    const { email } = other.staff
    t.equal((await other.open('/colleagues')).status, 403, email)
    t.equal((await other.post('/colleagues', add())).status, 403, email)
  }
  await app.clock.advance(11 * 60_000)
  t.match(textOf((await me.post('/colleagues', add())).body), /code|passkey/i)
  t.equal(await countOf(app, 'staff_users'), before)
})

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import t from 'tap'
import { endExpiredAccess } from '#src/access/entitlements.ts'
import { setProcessed } from '#src/access/people.ts'
import type { Source } from '#src/access/rules/entitlement.ts'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { people } from '#src/access/store/schema/people.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { mintToken } from '#src/core/crypto.ts'
import { linkPeople } from '#src/desk/linked-people.ts'
import { colleague } from '../support/facts.ts'
import { textOf } from '../support/html.ts'
import { makeMembership } from '../support/platform.ts'
import { launch, makeCode, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { buy, COMPLETED, deliver, type Shop, shop } from '../support/shop.ts'
import { type Me, postAndConfirm, signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

/** Staff let somebody in, in the period from which they were taken out and after it ended (docs/rules/access.md). */

const PERIOD_END = new Date('2026-12-20T06:00:00Z')
const AFTER = '2027-01-10T12:00:00Z'
const sources = ['code', 'card', 'free', 'staff', 'migrated'] as const

/** Creates a person in a course with these products; `again` adds another record of the person to it. */
interface Begun {
  token: string
  again(): Promise<string>
}

const kinds: Record<string, (given: Shop, sells: string) => Promise<Begun>> = {
  enrollment: async ({ app, school }, sells) => {
    const { contextId } = await makeCourse(app, school.id, [sells], { accessUntil: PERIOD_END })
    const open = async () => (await launch(app, school.key, { context_id: contextId })).token
    return { token: await open(), again: open }
  },
  membership: async ({ app }, sells) => {
    const { token, course, platform } = await makeMembership(app, [sells])
    await app.db.client.query('update courses set access_until = $2 where id = $1', [course.id, PERIOD_END])
    const again = async () => {
      const person = { platformId: platform.id, ltiUserId: randomUUID(), email: 'noe.2@school.example', name: 'Noé D' }
      const [saved] = await app.db.orm.insert(people).values(person).returning()
      const other = { courseId: course.id, personId: saved!.id, token: mintToken('m'), sessionId: randomUUID() }
      await app.db.orm.insert(entitlements).values({ ...other, kind: 'membership' })
      return other.token
    }
    return { token, again }
  },
}

/** Gives a person access by a source; returns their token and the code they used. */
const enter = async (given: Shop, source: Source, kind: string) => {
  const { app } = given
  if (source === 'free') {
    const { id } = await makeProduct(app, 'F')
    await app.db.client.query("update products set name = 'zfree' where id = $1", [id])
  }
  const { token, again } = await kinds[kind]!(given, source === 'free' ? 'F' : 'A')
  const code = await makeCode(app, 'A')
  if (source === 'code') await redeem(app, token, code)
  if (source === 'card') {
    await buy({ ...given, token })
    await deliver(given, COMPLETED)
  }
  if (source === 'staff') await setProcessed(app, { token, processed: true }, colleague)
  if (source === 'migrated') {
    const other = await again()
    await redeem(app, other, code)
    await linkPeople(app, { token, other, reason: 'one person' }, colleague)
  }
  t.equal((await findEntitlement(app, token))?.source, source, `${kind} by ${source}`)
  return token
}

const letIn = (me: Me, token: string) => me.post(`/token?token=${token}`, { intent: 'process', reason: 'school asked' })
const takeOut = (me: Me, token: string) =>
  me.post(`/token?token=${token}`, { intent: 'unprocess', reason: 'left', confirmed: 'yes' })

/** A person's access, as staff see it: source, live codes, paid products, and the row of the list saved as CSV. */
const stateOf = async ({ app }: Shop, me: Me, token: string) => {
  const found = await findEntitlement(app, token)
  const find = await me.open(`/find?q=${token}`)
  const list = await me.open('/token?as=csv')
  return {
    source: found?.source ?? null,
    live: found?.codes.filter(c => c.voidedAt === null).length ?? 0,
    paid: found?.paid.length ?? 0,
    offersRefund: find.body.includes('value="refund"'),
    inList: list.body.split('\r\n').find(row => row.includes(found?.email ?? token)) ?? '',
  }
}

for (const kind of Object.keys(kinds)) {
  const inPeriod: Record<(typeof sources)[number], object> = {
    code: { source: 'code', live: 1, paid: 0, inList: 'by access code' },
    card: { source: 'card', live: 0, paid: 1, offersRefund: true, inList: 'by card' },
    free: { source: 'staff', live: 0, paid: 0, inList: 'by a colleague' },
    staff: { source: 'staff', live: 0, paid: 0, inList: 'by a colleague' },
    migrated: { source: 'staff', live: 0, paid: 0, inList: 'by a colleague' },
  }
  for (const source of sources) {
    t.test(`${kind} by ${source}, taken out and let in within the period`, async t => {
      const given = await shop(t)
      const token = await enter(given, source, kind)
      const me = await signedIn(given.app)
      await takeOut(me, token)
      t.match(await stateOf(given, me, token), { source: null, live: 0, paid: 0 })
      await letIn(me, token)
      t.match(await stateOf(given, me, token), inPeriod[source])
    })

    t.test(`${kind} by ${source}, let in after the period ended`, async t => {
      const given = await shop(t)
      const token = await enter(given, source, kind)
      given.app.clock.set(AFTER)
      const me = await signedIn(given.app)
      const byStaff = { source: 'staff', live: 0, paid: 0, offersRefund: false, inList: 'by a colleague' }
      const before = await stateOf(given, me, token)
      // A free course starts a new period at the next page view, without staff.
      t.match(before, source === 'free' ? { source: 'free' } : { source: null, live: 0, paid: 0 })
      t.equal(before.offersRefund, false)
      if (source === 'free') await takeOut(me, token)
      await letIn(me, token)
      t.match(await stateOf(given, me, token), byStaff)
      await takeOut(me, token)
      await letIn(me, token)
      t.match(await stateOf(given, me, token), byStaff, 'nor in the new period')
      const [line] = await given.app.db.orm.select().from(audit).where(eq(audit.action, 'process'))
      t.notMatch(line?.after, { restored: [String] })
    })
  }
}

t.test('the end of the period counts also for a person who was taken out before it', async t => {
  for (const source of ['code', 'card'] as const) {
    const given = await shop(t)
    const token = await enter(given, source, 'enrollment')
    await takeOut(await signedIn(given.app), token)
    given.app.clock.set(AFTER)
    const me = await signedIn(given.app, 'manager', 'later@example.com')
    const page = textOf((await me.open(`/token?token=${token}`)).body)
    t.match(page, 'Codes and payments of the period that ended stay used up.')
    t.notMatch(page, 'brings back')
    await letIn(me, token)
    t.match(await stateOf(given, me, token), { source: 'staff', live: 0, paid: 0, offersRefund: false })
  }
})

t.test('a code or card of the new period comes back, those of the period before do not', async t => {
  const given = await shop(t)
  const token = await enter(given, 'card', 'enrollment')
  given.app.clock.set(AFTER)
  const me = await signedIn(given.app)
  t.match(await redeem(given.app, token, await makeCode(given.app, 'A')), { status: 'PROCESSED' })
  await takeOut(me, token)
  given.app.clock.advance(60_000)
  await letIn(me, token)
  t.match(await stateOf(given, me, token), { source: 'code', live: 1, paid: 0 })
})

/** Each way in calls the same function. */
const waysIn: Record<string, (me: Me, token: string) => Promise<unknown>> = {
  'the form of Process Enrollment': letIn,
  'the fix of Find': (me, token) => me.post(`/find?q=${token}`, { intent: 'process', token, reason: 'school asked' }),
  'the JSON call': (me, token) => me.call('POST', '/twa/process_enrollment', { token }),
  'a pasted list': async (me, token) => {
    const { lti_enrollment } = (await me.call('POST', '/twa/get_enrollment', { token })).data
    const form = { action: 'let-in', list: lti_enrollment.email, course: '' }
    return postAndConfirm(me, '/paste_list', { ...form, intent: 'act' }, 'school asked')
  },
}

for (const [name, comeIn] of Object.entries(waysIn)) {
  t.test(`${name} revives no payment of a period that ended`, async (t: Test) => {
    const given = await shop(t)
    const token = await enter(given, 'card', 'enrollment')
    given.app.clock.set(AFTER)
    await endExpiredAccess(given.app)
    const me = await signedIn(given.app)
    await comeIn(me, token)
    t.match(await stateOf(given, me, token), { source: 'staff', paid: 0, offersRefund: false })
  })
}

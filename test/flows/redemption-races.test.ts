import t from 'tap'
import { type TestApp, testApp } from '../support/app.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { countOf, couponRow, usesOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
import { size } from '../support/size.ts'
import type { Test } from '../support/test.ts'

/** Parallel redemptions in two processes on a real PostgreSQL. */
const scene = async (t: Test, products: string[], people: number) => {
  const url = await freshDatabaseUrl(t)
  const apps = [await testApp(t, { db: await openAt(t, url) }), await testApp(t, { db: await openAt(t, url) })]
  const app = apps[0] as TestApp
  const school = await makeConsumer(app)
  const enter = async (contextId: string, person: string) =>
    (
      await launch(app, school.key, {
        context_id: contextId,
        user_id: person,
        lis_person_contact_email_primary: `${person}@school.example`,
      })
    ).token
  const course = await makeCourse(app, school.id, products)
  const tokens: string[] = []
  for (let i = 0; i < people; i++) tokens.push(await enter(course.contextId, `u${i}`))
  /** Sends the requests alternately to both processes. */
  const send = (pairs: [token: string, code: string][]) =>
    Promise.all(pairs.map(([token, code], i) => redeem(apps[i % 2] as TestApp, token, code)))
  return { app, school, tokens, send, enter }
}

const tally = (answers: { http: number; status?: string }[]) => {
  const counts: Record<string, number> = {}
  for (const { http, status } of answers) counts[status ?? http] = (counts[status ?? http] ?? 0) + 1
  return counts
}

t.test('50 people at once on one single-use code: exactly one gets it', async t => {
  const { app, tokens, send } = await scene(t, ['A'], 50)
  const code = await makeCode(app, 'A')
  t.strictSame(tally(await send(tokens.map(token => [token, code]))), { PROCESSED: 1, MAX_OTHER_EMAIL: 49 })
  t.equal((await couponRow(app, code)).used, 1)
  t.equal((await usesOf(app, code)).length, 1)
  t.equal(await countOf(app, 'entitlements where processed_at is not null'), 1)
  t.equal(await countOf(app, 'messages'), 1)
})

t.test('50 people at once on a 30-use code: exactly 30 get it', async t => {
  const { app, tokens, send } = await scene(t, ['A'], 50)
  const code = await makeCode(app, 'A', { maxUsage: 30 })
  t.strictSame(tally(await send(tokens.map(token => [token, code]))), { PROCESSED: 30, MAX: 20 })
  t.equal((await couponRow(app, code)).used, 30)
  t.equal((await usesOf(app, code)).length, 30)
  t.equal(await countOf(app, 'messages'), 30)
})

t.test('50 people with two codes each, sent at once and in opposite order', async t => {
  for (let round = 0; round < size(1, 10); round++) {
    const { app, tokens, send } = await scene(t, ['A', 'B'], 50)
    const [a, b] = [await makeCode(app, 'A', { maxUsage: 50 }), await makeCode(app, 'B', { maxUsage: 50 })]
    const pairs = tokens.flatMap((token, i): [string, string][] =>
      i % 2 === 0
        ? [
            [token, a],
            [token, b],
          ]
        : [
            [token, b],
            [token, a],
          ],
    )
    t.strictSame(tally(await send(pairs)), { OK: 50, PROCESSED: 50 })
    t.equal(await countOf(app, 'entitlements where processed_at is not null'), 50, '50 processed')
    t.equal(await countOf(app, 'coupon_uses'), 100, '100 uses')
    t.equal((await couponRow(app, a)).used + (await couponRow(app, b)).used, 100)
    t.equal(await countOf(app, 'messages'), 50)
  }
})

t.test("one person's codes moving between two courses in opposite directions", async t => {
  const { app, school, send, enter } = await scene(t, [], 0)
  const [one, two] = [await makeCourse(app, school.id, ['A', 'B']), await makeCourse(app, school.id, ['A', 'B'])]
  const count = size(25, 250)
  const crossing: [string, string][] = []
  for (let i = 0; i < count; i++) {
    const [first, second] = [await enter(one.contextId, `p${i}`), await enter(two.contextId, `p${i}`)]
    const [a, b] = [await makeCode(app, 'A'), await makeCode(app, 'B')]
    t.hasStrict(await redeem(app, first, a), { status: 'OK' })
    t.hasStrict(await redeem(app, second, b), { status: 'OK' })
    crossing.push([first, b], [second, a])
  }
  // The first move completes its course; the other code then counts as used for a completed course.
  t.strictSame(tally(await send(crossing)), { PROCESSED: count, MAX_SAME_EMAIL: count })
  t.equal(await countOf(app, 'entitlements where processed_at is not null'), count)
  t.equal(await countOf(app, 'coupon_uses'), 2 * count)
  t.equal(await countOf(app, 'audit'), count, 'one move each')
  const { rows } = await app.db.client.query(
    'select e.id from entitlements e join coupon_uses u on u.entitlement_id = e.id where e.processed_at is not null group by e.id having count(*) = 2',
  )
  t.equal(rows.length, count, 'each completed course holds both codes')
})

t.test('one person redeems one code in two unfinished courses at once', async t => {
  const { app, school, send, enter } = await scene(t, [], 0)
  const courses = [await makeCourse(app, school.id, ['A', 'B']), await makeCourse(app, school.id, ['A', 'C'])]
  const pairs: [string, string][] = []
  for (let i = 0; i < size(20, 200); i++) {
    const code = await makeCode(app, 'A')
    for (const { contextId } of courses) pairs.push([await enter(contextId, `p${i}`), code])
  }
  t.strictSame(tally(await send(pairs)), { OK: pairs.length }, 'both get OK, as the second request moves the code')
  t.equal(await countOf(app, 'coupon_uses'), pairs.length / 2, 'each code has one use')
})

import { desc } from 'drizzle-orm'
import t from 'tap'
import { findEntitlement } from '#src/access/tokens.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { agree } from '../support/form.ts'
import { countOf, couponRow, enrollmentRow, messagesTo, usesOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse } from '../support/school.ts'
import { waysToSubmit } from '../support/submit-code.ts'

/** Redemption cases by every way to submit a code (docs/rules/access-codes.md). */
const scene = async (t: Parameters<typeof testApp>[0]) => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  const [a, ab, b] = [['A'], ['A', 'B'], ['B']]
  const courses = {
    a: await makeCourse(app, school.id, a),
    a2: await makeCourse(app, school.id, a),
    ab: await makeCourse(app, school.id, ab),
    b: await makeCourse(app, school.id, b),
  }
  /** Launches as this person and returns the token. */
  const enter = async (person: string, course: keyof typeof courses, over: Record<string, string> = {}) => {
    const { token } = await launch(app, school.key, {
      context_id: courses[course].contextId,
      user_id: person,
      lis_person_contact_email_primary: person === 'nobody' ? '' : `${person}@school.example`,
      ...over,
    })
    await agree(app, token)
    return token
  }
  return { app, school, enter }
}

const used = async (app: TestApp, code: string) => {
  const [uses, coupon] = [await usesOf(app, code), await couponRow(app, code)]
  if (uses.length !== coupon.used) throw new Error(`${code} counts ${coupon.used} uses and has ${uses.length}`)
  return uses.length
}

for (const [name, submit] of Object.entries(waysToSubmit)) {
  t.test(`${name}: a code for each product gives access once, with one message`, async t => {
    const { app, enter } = await scene(t)
    const [a, b] = [await makeCode(app, 'A'), await makeCode(app, 'B')]
    const token = await enter('ana', 'ab')
    t.equal(await submit(app, token, a), `OK 1 of 2 codes validated: ${a}`)
    t.hasStrict(await enrollmentRow(app, token), { processedAt: null, source: null })
    app.clock.advance(1000)
    t.equal(await submit(app, token, ` ${b.toLowerCase()} `), 'PROCESSED')
    t.hasStrict(await enrollmentRow(app, token), { processedAt: app.clock.now(), source: 'code' })
    t.equal((await messagesTo(app, 'ana@school.example')).length, 1)
    t.equal(await countOf(app, 'pgboss.job where name = $$bulk-mail$$'), 1)
    t.strictSame([await used(app, a), await used(app, b)], [1, 1])
  })

  t.test(`${name}: the same code twice, or several times at once, is one use`, async t => {
    const { app, enter } = await scene(t)
    const code = await makeCode(app, 'A')
    const token = await enter('ana', 'ab')
    const expected = `OK 1 of 2 codes validated: ${code}`
    t.strictSame(await Promise.all(Array.from({ length: 5 }, () => submit(app, token, code))), Array(5).fill(expected))
    t.equal(await submit(app, token, code), expected)
    t.equal(await used(app, code), 1)

    const single = await makeCode(app, 'A')
    const ready = await enter('bo', 'a')
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(app, ready, single)))
    t.strictSame(answers, Array(5).fill('PROCESSED'))
    t.equal((await messagesTo(app, 'bo@school.example')).length, 1)
    t.equal(await used(app, single), 1)
  })

  t.test(`${name}: does not consume a second code for a covered product`, async t => {
    const { app, enter } = await scene(t)
    const [first, second] = [await makeCode(app, 'A'), await makeCode(app, 'A')]
    const token = await enter('ana', 'ab')
    await submit(app, token, first)
    t.equal(await submit(app, token, second), 'OK You already have a code for this.')
    t.equal(await used(app, second), 0)
  })

  t.test(`${name}: refuses a single-use code that this person used to complete another course`, async t => {
    const { app, enter } = await scene(t)
    const code = await makeCode(app, 'A')
    t.equal(await submit(app, await enter('ana', 'a'), code), 'PROCESSED')
    t.equal(await submit(app, await enter('ana', 'a2'), code), 'MAX_SAME_EMAIL', 'the same LMS user')
    const twin = await enter('ana-2', 'a2', { lis_person_contact_email_primary: 'ANA@school.example' })
    t.equal(await submit(app, twin, code), 'MAX_SAME_EMAIL', 'the same email')
    t.equal(await used(app, code), 1)
  })

  t.test(`${name}: moves a single-use code from this person's unfinished course, with an audit line`, async t => {
    const { app, enter } = await scene(t)
    const code = await makeCode(app, 'A')
    const [from, to] = [await enter('ana', 'ab'), await enter('ana', 'a')]
    await submit(app, from, code)
    t.equal(await submit(app, to, code), 'PROCESSED')
    const [use, ...more] = await usesOf(app, code)
    t.strictSame(more, [])
    t.equal(use?.entitlementId, (await enrollmentRow(app, to)).id)
    t.equal(await used(app, code), 1)
    const [line] = await app.db.orm.select().from(audit).orderBy(desc(audit.id))
    t.hasStrict(line, {
      actor: 'student',
      action: 'move-access-code',
      subjectKind: 'entitlement',
      subjectId: (await enrollmentRow(app, to)).id,
      before: { entitlement: (await enrollmentRow(app, from)).id, code },
    })
    t.equal(await countOf(app, 'audit'), 1)
    t.equal(await submit(app, from, code), 'MAX_SAME_EMAIL', 'it does not move away from a completed course')
    t.equal(
      await submit(app, from, await makeCode(app, 'A')),
      `OK 1 of 2 codes validated: ${(await codesOf(app, from))[0]}`,
    )
  })

  t.test(`${name}: refuses a single-use code that somebody else used`, async t => {
    const { app, enter } = await scene(t)
    const code = await makeCode(app, 'A')
    await submit(app, await enter('ana', 'ab'), code)
    t.equal(await submit(app, await enter('bo', 'a'), code), 'MAX_OTHER_EMAIL', 'even while theirs is unfinished')
    t.equal(await submit(app, await enter('nobody', 'a'), code), 'MAX_OTHER_EMAIL')
    t.equal(await used(app, code), 1)
  })

  t.test(`${name}: two people without an email are never the same person`, async t => {
    const { app, enter } = await scene(t)
    const code = await makeCode(app, 'A')
    const none = { lis_person_contact_email_primary: '' }
    await submit(app, await enter('ana', 'ab', none), code)
    t.equal(await submit(app, await enter('bo', 'a', none), code), 'MAX_OTHER_EMAIL')
  })

  t.test(`${name}: refuses a class code that has run out`, async t => {
    const { app, enter } = await scene(t)
    const code = await makeCode(app, 'A', { maxUsage: 30, used: 30 })
    t.equal(await submit(app, await enter('ana', 'a'), code), 'MAX')
  })

  t.test(`${name}: accepts a class code with uses left from a person who used it elsewhere`, async t => {
    const { app, enter } = await scene(t)
    const code = await makeCode(app, 'A', { maxUsage: 2 })
    t.equal(await submit(app, await enter('ana', 'a'), code), 'PROCESSED')
    t.equal(await submit(app, await enter('ana', 'a2'), code), 'PROCESSED')
    t.equal(await used(app, code), 2)
  })

  t.test(`${name}: refuses codes of other products, expired codes and unknown codes`, async t => {
    const { app, enter } = await scene(t)
    const token = await enter('ana', 'a')
    const before = new Date(app.clock.now().getTime() - 1)
    const [other, expired] = [await makeCode(app, 'B'), await makeCode(app, 'A', { expiresAt: before })]
    t.equal(await submit(app, token, other), '404 This code is for Product B, which this course does not use.')
    t.equal(await submit(app, token, expired), '404 This access code has expired.')
    t.equal(await submit(app, token, 'NOBODY-KNOWS'), '404 The code given is not right.')
    t.equal(await submit(app, token, 'ABC'), '422 The code given is not right.')
    t.equal(await submit(app, token, '   '), '422 Please enter the access code.')
    t.strictSame([await used(app, other), await used(app, expired)], [0, 0])
  })

  t.test(`${name}: answers PROCESSED to any code from a person with access, and consumes nothing`, async t => {
    const { app, enter } = await scene(t)
    const [code, fresh] = [await makeCode(app, 'A'), await makeCode(app, 'A')]
    const token = await enter('ana', 'a')
    await submit(app, token, code)
    const { processedAt } = await enrollmentRow(app, token)
    app.clock.advance(1000)
    for (const any of [fresh, code, 'NOBODY-KNOWS', await makeCode(app, 'B')]) {
      t.equal(await submit(app, token, any), 'PROCESSED', any)
    }
    t.equal(await used(app, fresh), 0)
    t.strictSame((await enrollmentRow(app, token)).processedAt, processedAt)
    t.equal(await countOf(app, 'messages'), 1)
  })

  t.test(`${name}: after staff took access away, refuses the old code and accepts a new one`, async t => {
    const { app, enter } = await scene(t)
    const code = await makeCode(app, 'A', { maxUsage: 5 })
    const token = await enter('ana', 'a')
    await submit(app, token, code)
    const { id } = await enrollmentRow(app, token)
    await app.db.client.query(
      'update entitlements set processed_at = null, source = null, access_ends_at = null where id = $1',
      [id],
    )
    await app.db.client.query('update coupon_uses set voided_at = now() where entitlement_id = $1', [id])
    t.equal(await submit(app, token, code), 'MAX_SAME_EMAIL', 'even with uses left')
    t.equal(await used(app, code), 1, 'a voided use still counts as used')
    app.clock.advance(1000)
    t.equal(await submit(app, token, await makeCode(app, 'A')), 'PROCESSED')
    t.equal((await messagesTo(app, 'ana@school.example')).length, 1, 'welcomed once, even after getting access twice')
  })
}

const codesOf = async (app: TestApp, token: string) => (await findEntitlement(app, token))!.codes.map(c => c.code)

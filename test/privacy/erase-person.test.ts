import { eq } from 'drizzle-orm'
import t from 'tap'
import { setProcessed } from '#src/access/people.ts'
import { cardDisputes, checkouts, paymentFlags } from '#src/access/store/schema/checkouts.ts'
import { couponBatches } from '#src/access/store/schema/coupons.ts'
import { people } from '#src/access/store/schema/people.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { requestHelp } from '#src/accounts/help-requests.ts'
import { audit } from '#src/core/audit/store/schema.ts'
import { makeFingerprint } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { erasePerson, listErased, viewPersonalData } from '#src/desk/erasures.ts'
import { checkEmail, viewEntitlement } from '#src/desk/person-records.ts'
import { listLines, reapplyErasures } from '#src/desk/reapplied-erasures.ts'
import { erasures } from '#src/desk/store/schema/erasures.ts'
import { ltiLogins } from '#src/lti/store/schema.ts'
import { SECRET, type TestApp, testApp } from '../support/app.ts'
import { dumpOf } from '../support/dump.ts'
import { makeMembership } from '../support/platform.ts'
import { countOf, personOf } from '../support/rows.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { buy, COMPLETED, checkoutRow as checkoutOf, deliver, openFlag, postForm, shop } from '../support/shop.ts'
import { codeTo, joinable, signUp, verify } from '../support/sign-up.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const PERSON = {
  user_id: 'lmsuser-zq-778',
  lis_person_name_full: 'Zephyrine (Zee) Quillfeather',
  lis_person_name_given: 'Zephyrine',
  lis_person_name_family: 'Quillfeather',
  lis_person_contact_email_primary: 'zephyrine.q@school.example',
  lis_result_sourcedid: 'sourced-zq-778',
  lis_outcome_service_url: 'http://localhost:1/outcomes/zq-778',
}
/** Everything that only this person has. The receipt address comes from the practice checkout. */
const STRINGS = ['zephyrine', 'quillfeather', 'zq-778', 'lost my card', 'zee']

/** A student who paid by card, tried codes, asked for help, was looked at by staff and named in reasons. */
const scene = async (t: Test) => {
  const given = await shop(t, { person: PERSON })
  const { app, token, base } = given
  const me = await signedIn(app)
  await redeem(app, token, 'NO-SUCH-CODE')
  const { id } = await buy(given)
  await deliver(given, COMPLETED)
  await postForm(`${base}/help?token=${token}`, {
    email: 'zephyrine.q@school.example',
    text: 'I lost my card, Zephyrine',
  })
  await setProcessed(app, { token, processed: false, confirm: true, reason: "Zephyrine's mother" }, me.staff)
  await checkEmail(app, 'zephyrine.q@school.example', me.staff)
  await viewEntitlement(app, token, me.staff)
  const { id: productId } = await makeProduct(app, 'A')
  await app.db.orm.insert(couponBatches).values({ productId, size: 1, note: 'For Zephyrine (Zee) Quillfeather, paper' })
  await inTransaction(app.db, tx =>
    tx.orm.insert(audit).values({
      actor: 'staff:1',
      action: 'set-notice',
      subjectKind: 'notice',
      after: { text: 'Ask ZEPHYRINE.Q@school.example', tokens: [token], by: 'Zephyrine (Zee) Quillfeather' },
    }),
  )
  const person = await personOf(app, token)
  return { ...given, me, person, checkoutId: id }
}

const erase = async ({ app, me }: { app: TestApp; me: Awaited<ReturnType<typeof signedIn>> }, personId: number) => {
  const seen = await viewPersonalData(app, personId, me.staff)
  const given = { personId, asked: 'parent' as const, confirmed: seen?.effectsKey ?? '' }
  return erasePerson(app, given, me.staff)
}

const remaining = async (app: TestApp, strings: string[]): Promise<string[]> => {
  const lines = (await dumpOf(app.db)).split('\n')
  return lines.filter(line => strings.some(s => line.toLowerCase().includes(s)))
}

t.test('after erasing, a dump of the database has none of the words of the person', async t => {
  const given = await scene(t)
  const { app, person, token, checkoutId } = given
  const before = await remaining(app, [...STRINGS, token.toLowerCase()])
  const tables = new Set(before.map(line => line.split(':')[0]))
  for (const name of ['people', 'grade_targets', 'messages', 'help_requests', 'audit', 'coupon_batches'])
    t.ok(tables.has(`public.${name}`), `${name} names the person before`)
  const used = await countOf(app, 'coupon_uses')
  const receipt = (await checkoutOf(given, checkoutId)).receiptEmail
  t.ok(receipt, 'has a receipt address')
  // The request of somebody else keeps nothing of this person.
  await app.db.client.query(
    "insert into help_requests (email, text, facts) values ('other@mail.example', 'Hello', '{}')",
  )

  t.match(await erase(given, person.id), { ok: true, records: 1 })
  t.strictSame(await remaining(app, [...STRINGS, token.toLowerCase(), `${receipt}`]), [])

  t.equal(await countOf(app, 'coupon_uses'), used, 'used codes stay')
  const paid = await checkoutOf(given, checkoutId)
  t.match(paid, { status: 'paid', receiptEmail: null }, 'the paid amount stays')
  t.ok(paid.total, 'with its total')
  t.equal(
    await countOf(app, `audit where action = 'unprocess' and actor like 'staff:%'`),
    1,
    'the audit keeps that, and by whom',
  )
  t.equal(await countOf(app, `audit where action = 'erase-person' and actor like 'staff:%'`), 1)
  const [pseudonym] = await app.db.orm.select().from(people)
  t.match(pseudonym, { name: /^Erased [0-9A-Z]{8}$/, email: null, ltiUserId: null }, 'a random pseudonym')
  t.match(await listErased(app, given.me.staff), [
    { byHand: [{ service: 'Stripe', ids: [checkoutId] }, { service: 'Stripe' }] },
  ])
  t.match(await erase(given, person.id), { ok: false, reason: 'person_not_found' }, 'a second call finds nobody')
})

t.test('a later launch is a new person who has not paid', async t => {
  const given = await scene(t)
  await erase(given, given.person.id)
  const again = await launch(given.app, given.school.key, { context_id: given.course.contextId, ...PERSON })
  t.not(again.token, given.token)
  t.match(await findEntitlement(given.app, again.token), { processedAt: null, paid: [], codes: [] })
  t.equal(await findEntitlement(given.app, given.token), null, 'the old link opens nothing')
})

t.test('names and ids chosen by an LMS change nothing about others', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const launched = await launch(app, school.key, {
    user_id: '12345678',
    lis_person_name_full: 'kind',
    lis_person_contact_email_primary: me.staff.email,
  })
  const after = { kind: 'refund', amount: 12345678, email: me.staff.email }
  await inTransaction(app.db, tx =>
    tx.orm.insert(audit).values({ actor: 'staff:1', action: 'refund', subjectKind: 'checkout', after }),
  )
  const job = { name: 'grade', data: { targetId: 999 } }
  await app.db.client.query("insert into pgboss.job (name, data) values ('grade', $1)", [JSON.stringify(job)])
  const person = await personOf(app, launched.token)
  t.match(await erase({ app, me }, person.id), { ok: true })
  t.equal(await countOf(app, "pgboss.job where name = 'grade'"), 1, 'the job of somebody else stays')
  const { rows } = await app.db.client.query("select after from audit where action = 'refund'")
  t.strictSame(rows, [{ after }])
})

t.test('a person named like something of ours, or of another school, cuts nothing there', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const [a, b] = [await makeConsumer(app), await makeConsumer(app)]
  await makeCourse(app, a.id, ['A'], { contextId: 'ctx-a' })
  await makeCourse(app, b.id, ['A'], { contextId: 'ctx-b' })
  const owner = await launch(app, b.key, {
    context_id: 'ctx-b',
    lis_person_contact_email_primary: 'owner1@school.example',
  })
  const code = await makeCode(app, 'A')
  const text = `Please mail me at owner1@school.example about ${code}`
  await app.db.client.query('insert into help_requests (email, text, facts) values ($1, $2, $3)', [
    'owner1@school.example',
    text,
    JSON.stringify({ enroll_token: owner.token }),
  ])
  const after = {
    asked: me.staff.email,
    told: 'owner1@school.example',
    code,
    stripePriceId: 'price_A',
    name: 'Product A',
  }
  await inTransaction(app.db, tx =>
    tx.orm.insert(audit).values({ actor: 'staff:1', action: 'x', subjectKind: 'product', after }),
  )
  const names = ['owner1@school.example', me.staff.email, code, 'price_A', 'Product A', 'Please mail', owner.token]
  for (const [n, name] of names.entries()) {
    const given = { context_id: 'ctx-a', user_id: name, lis_person_name_full: n % 2 ? name : `Eve ${n}` }
    const { token } = await launch(app, a.key, { ...given, lis_person_contact_email_primary: '' })
    t.match(await erase({ app, me }, (await personOf(app, token)).id), { ok: true }, name)
  }
  const { rows } = await app.db.client.query("select after from audit where action = 'x'")
  t.strictSame(rows, [{ after }])
  const help = await app.db.client.query('select text from help_requests')
  t.strictSame(help.rows, [{ text }])
})

t.test('an address that an LMS claims takes nothing from its owner', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { course } = await joinable(app)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const email = 'victim@mail.example'
  t.match(await signUp(app, course.joinToken, { email }), { http: 200 })
  const fields = { email, text: `Please write to ${email}` }
  await requestHelp(app, {
    token: '',
    fields,
    captcha: '',
    address: '1.2.3.4',
    reference: '',
    language: 'en',
  })
  const own = async () => [
    await countOf(app, `sign_ups where email = '${email}'`),
    await countOf(app, `messages where recipient = '${email}' and kind = 'code'`),
    await countOf(app, `help_requests where email = '${email}' and text like '%${email}%'`),
  ]
  t.strictSame(await own(), [1, 1, 1])

  const { token } = await launch(app, school.key, { lis_person_contact_email_primary: email })
  const person = await personOf(app, token)
  await setProcessed(app, { token, processed: true, reason: 'paid' }, me.staff)
  t.equal(await countOf(app, `messages where recipient = '${email}' and kind = 'welcome'`), 1)
  t.match(await erase({ app, me }, person.id), { ok: true })
  t.strictSame(await own(), [1, 1, 1], 'the sign-up, its code and the request for help stay')
  t.equal(await countOf(app, "messages where kind = 'welcome'"), 0, 'mail about the erased row goes')
  const code = await codeTo(app, email)
  t.match(await verify(app, course.joinToken, email, code), { http: 200 }, 'and the owner signs up')
})

t.test('a proved address takes its sign-ups with it', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { course } = await joinable(app)
  const email = 'owner@mail.example'
  await signUp(app, course.joinToken, { email })
  const { token } = await verify(app, course.joinToken, email, await codeTo(app, email))
  app.clock.advance(3600_000)
  const again = await joinable(app)
  await signUp(app, again.course.joinToken, { email })
  const [person] = await app.db.orm.select().from(people).where(eq(people.email, email))
  const staff = { ...me, staff: { ...me.staff, confirmedAt: app.clock.now() } }
  t.match(await erase({ app, me: staff }, person?.id ?? 0), { ok: true }, token)
  t.strictSame(await remaining(app, [email]), [])
})

t.test('erasing clears logins at the LMS and on Canvas', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const { course } = await joinable(app)
  const email = 'canvas@mail.example'
  await signUp(app, course.joinToken, { email })
  await verify(app, course.joinToken, email, await codeTo(app, email))
  await app.db.client.query('insert into canvas_users (domain, login) values ($1, $2)', ['canvas.example', email])
  await app.db.client.query('insert into canvas_users (domain, login) values ($1, $2)', [
    'canvas.example',
    'other@x.example',
  ])
  const [signedUp] = await app.db.orm.select().from(people).where(eq(people.email, email))
  t.match(await erase({ app, me }, signedUp?.id ?? 0), { ok: true })
  t.equal(await countOf(app, 'canvas_users'), 1, 'the login of somebody else stays')
  t.equal(await countOf(app, `canvas_users where login = '${email}'`), 0)

  const { token, person, platform } = await makeMembership(app, ['A'])
  for (const sub of [person.ltiUserId, 'somebody-else'])
    await app.db.orm.insert(ltiLogins).values({
      stateHash: `state ${sub}`,
      nonceHash: 'nonce',
      bindingHash: 'binding',
      platformId: platform.id,
      claims: JSON.stringify({ sub, name: 'Noé Díaz' }),
      expiresAt: new Date(app.clock.now().getTime() + 60_000),
    })
  t.match(await erase({ app, me }, person.id), { ok: true }, token)
  t.strictSame(
    (await app.db.orm.select().from(ltiLogins)).map(l => l.stateHash),
    ['state somebody-else'],
  )
})

t.test('it is refused while money moves, and changes nothing then', async t => {
  const given = await scene(t)
  const { app, person, checkoutId } = given
  const { paymentIntent } = await checkoutOf(given, checkoutId)
  await app.db.orm.insert(cardDisputes).values({
    disputeId: 'dp_1',
    paymentIntent: `${paymentIntent}`,
    state: 'open',
    at: app.clock.now(),
  })
  t.match(await erase(given, person.id), { ok: false, reason: 'dispute_open' })
  await app.db.orm.update(checkouts).set({ status: 'pending' })
  await app.db.orm.delete(cardDisputes)
  t.match(await erase(given, person.id), { ok: false, reason: 'payment_unfinished' }, 'a bank has not paid yet')
  await app.db.orm.update(checkouts).set({ status: 'open', expiresAt: new Date(app.clock.now().getTime() + 1000) })
  t.match(await erase(given, person.id), { ok: false, reason: 'payment_unfinished' }, 'they may pay at this moment')
  await app.db.orm.update(checkouts).set({ status: 'paid' })
  await openFlag(app.db, checkoutId)
  t.match(await erase(given, person.id), { ok: false, reason: 'payment_flagged' })
  await app.db.orm.update(paymentFlags).set({ closedAt: app.clock.now() })
  t.ok((await remaining(app, ['quillfeather'])).length > 3, 'nothing was erased')
  t.match(await erase(given, person.id), { ok: true })
})

t.test('only a manager with a fresh sign-in erases, and what they saw must still be true', async t => {
  const given = await scene(t)
  const { app, person, me } = given
  const support = await signedIn(app, 'support')
  await t.rejects(viewPersonalData(app, person.id, support.staff), /role/)
  const seen = await viewPersonalData(app, person.id, me.staff)
  const answer = { personId: person.id, asked: 'person' as const, confirmed: seen?.effectsKey ?? '' }
  t.match(await erasePerson(app, { ...answer, asked: undefined }, me.staff), {
    reason: 'requester_required',
  })
  await redeem(app, given.token, 'ANOTHER-CODE')
  t.match(await erasePerson(app, answer, me.staff), { reason: 'effects_changed' })
  app.clock.advance(11 * 60_000)
  await t.rejects(erasePerson(app, answer, me.staff), /Log in again/)
})

t.test('of many erasures and launches at once, one erases, and nobody keeps the old person', async t => {
  const given = await scene(t)
  const { app, me, person, school, course } = given
  const seen = await viewPersonalData(app, person.id, me.staff)
  const answer = { personId: person.id, asked: 'person' as const, confirmed: seen?.effectsKey ?? '' }
  const launches = Array.from({ length: 6 }, (_, n) =>
    launch(app, school.key, { context_id: course.contextId, ...PERSON, lis_result_sourcedid: `sourced-zq-778-${n}` }),
  )
  const done = await Promise.all(Array.from({ length: 4 }, () => erasePerson(app, answer, me.staff)))
  const statuses = (await Promise.all(launches)).map(l => l.status)
  t.equal(done.filter(d => d.ok).length, 1, 'one erased')
  t.ok(
    statuses.every(s => s === 303),
    `launches open: ${statuses}`,
  )
  const ofPseudonym =
    'people p join entitlements e on e.person_id = p.id join grade_targets g on g.entitlement_id = e.id where p.erased_at is not null'
  t.equal(await countOf(app, ofPseudonym), 0, 'the pseudonym has no grade reference')
})

t.test('what others share is not cut from them', async t => {
  const given = await scene(t)
  const { app, person, school, course } = given
  const { token } = await launch(app, school.key, {
    context_id: course.contextId,
    user_id: 'brother',
    lis_person_name_full: 'Bo Other',
    lis_person_contact_email_primary: PERSON.lis_person_contact_email_primary,
  })
  const brother = await personOf(app, token)
  const seen = await viewPersonalData(app, person.id, given.me.staff)
  t.match(seen?.sameAddress, [{ id: brother.id }], 'the preview names the other record')
  t.match(await erase(given, person.id), { ok: true })
  t.match(await personOf(app, token), { email: PERSON.lis_person_contact_email_primary, name: 'Bo Other' })
  t.strictSame(await remaining(app, ['quillfeather', 'lost my card']), [])
})

t.test('after a restore the list erases the same people again, and nobody who came back', async t => {
  const given = await scene(t)
  const { app, person, school, course } = given
  const { rows: backup } = await app.db.client.query('select * from people where id = $1', [person.id])
  await erase(given, person.id)
  const lines: string[] = []
  for await (const line of listLines(app.db)) lines.push(line)
  const list = `${lines.join('\n')}\n`
  t.notMatch(list, /quillfeather|zq-778|school\.example/i)
  t.equal(lines.length, 1)

  await app.db.orm.delete(erasures)
  const { lti_user_id, name, email, consumer_id } = backup[0]
  await app.db.orm
    .insert(people)
    .values({ ltiUserId: lti_user_id, name, email, consumerId: consumer_id, createdAt: new Date('2026-09-01') })
  const fingerprint = makeFingerprint(SECRET)
  const fingerprints = [makeFingerprint('x'.repeat(40)), fingerprint]
  const deps = { db: app.db, clock: app.clock, fingerprint, fingerprints }
  t.strictSame(await reapplyErasures(deps, list), { erased: 1, refused: {} })
  t.strictSame(await remaining(app, ['quillfeather']), [])
  t.equal(await countOf(app, 'erasures'), 1, 'and lists them again')
  t.strictSame(await reapplyErasures(deps, list), { erased: 0, refused: {} }, 'may run twice')

  app.clock.advance(24 * 3600_000)
  const back = await launch(app, school.key, { context_id: course.contextId, ...PERSON })
  await app.db.orm.update(people).set({ createdAt: app.clock.now() }).where(eq(people.email, email))
  t.strictSame(await reapplyErasures(deps, list), { erased: 0, refused: {} }, 'a person who came back stays')
  t.match((await personOf(app, back.token)).name, /Quillfeather/)
  await t.rejects(reapplyErasures(deps, 'rubbish'), /no line of the list/)
})

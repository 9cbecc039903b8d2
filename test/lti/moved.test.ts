import { createHmac } from 'node:crypto'
import t from 'tap'
import { setProcessed } from '#src/access/people.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { decideMove, listMoveSuggestions } from '#src/lti/moved-people.ts'
import { testApp } from '../support/app.ts'
import { colleague } from '../support/facts.ts'
import { C, claimsOf, launch13, login13, post13, practicePlatform, signJwt } from '../support/oidc.ts'
import { launch, makeCode, makeConsumer, makeCourse, makeProduct, redeem } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

/** A student with access by LTI 1.1, at a school that moves to 1.3. */
const scene = async (t: Test, { isIn = true } = {}) => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const school = await makeConsumer(app, { secret: 'old', previousSecret: 'older' })
  await makeCourse(app, school.id, ['A'], { contextId: 'old-context' })
  const { token } = await launch(app, school.key, { user_id: 'ana-11', context_id: 'old-context' }, { secret: 'old' })
  if (isIn) await redeem(app, token, await makeCode(app, 'A'))
  const platform = await practicePlatform(t, app)
  await launch13(app, platform, {
    sub: 'teacher-13',
    [`${C}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'],
  })
  /** Sets the product of the course of LTI 1.3. */
  const sells = async (code: string) => {
    const product = await makeProduct(app, code)
    await app.db.client.query(
      `with gone as (delete from course_products cp using courses c where c.id = cp.course_id and c.deployment_id is not null)
       insert into course_products (course_id, product_id) select id, $1 from courses where deployment_id is not null`,
      [product.id],
    )
  }
  await sells('A')
  const move = async (claim: Record<string, unknown>, secret: string | null, over: Record<string, unknown> = {}) => {
    const login = await login13(app, platform)
    const claims = claimsOf(app, platform, login, { sub: 'ana-13', ...over })
    const base = [school.key, '1', platform.platform.issuer, 'client-1', claims.exp, claims.nonce].join('&')
    const signature =
      secret === null ? {} : { oauth_consumer_key_sign: createHmac('sha256', secret).update(base).digest('base64') }
    const moved = { oauth_consumer_key: school.key, ...signature, ...claim }
    const idToken = signJwt({ ...claims, [`${C}lti1p1`]: moved })
    return post13(app, { id_token: idToken, state: login.state }, login.cookie)
  }
  const stateOf = async (token: string) => {
    const found = await findEntitlement(app, token)
    return { source: found?.source ?? null, isIn: found?.processedAt != null, accessEndsAt: found?.accessEndsAt }
  }
  return { app, me, school, platform, token, move, stateOf, sells }
}
const OLD = { user_id: 'ana-11', context_id: 'old-context' }

t.test('a claim signed with the current or previous secret copies access and its end, to one membership', async t => {
  for (const secret of ['old', 'older']) {
    const { token, move, stateOf } = await scene(t)
    const { status, token: moved } = await move(OLD, secret)
    t.equal(status, 303, secret)
    const { accessEndsAt } = await stateOf(token)
    t.hasStrict(await stateOf(moved), { source: 'migrated', isIn: true, accessEndsAt }, secret)
    const others = await Promise.all(['eve-1', 'eve-2', 'eve-3'].map(sub => move(OLD, secret, { sub })))
    for (const { token } of others)
      t.hasStrict(await stateOf(token), { isIn: false }, 'somebody else with the same proof')
  }
})

t.test('of equal proofs at once, one counts', async t => {
  const { move, stateOf } = await scene(t)
  const moved = await Promise.all(['a', 'b', 'c', 'd'].map(sub => move(OLD, 'old', { sub })))
  const states = await Promise.all(moved.map(({ token }) => stateOf(token)))
  t.equal(states.filter(state => state.isIn).length, 1)
})

t.test('only what was covered is covered, and the course asks for the rest', async t => {
  const { app, move, stateOf, sells } = await scene(t)
  await sells('B')
  const { token } = await move(OLD, 'old')
  t.hasStrict(await stateOf(token), { isIn: false })
  await sells('A')
  await app.server.inject(`/lti/pay?token=${token}`)
  t.hasStrict(await stateOf(token), { source: 'migrated', isIn: true }, 'once the course has that product')
})

t.test('unproven moves are suggested to staff once, who accept or decline', async t => {
  const { app, me, move, stateOf } = await scene(t)
  const { token } = await move(OLD, 'wrong')
  await move(OLD, null)
  t.hasStrict(await stateOf(token), { isIn: false })
  const list = async () => await listMoveSuggestions(app.db)
  const [suggestion, ...more] = await list()
  t.strictSame(more, [], 'once')
  t.match(suggestion?.reason ?? '', 'ana-11')
  const decide = (accepted: boolean, id = suggestion!.id) => decideMove(app, id, accepted, me.staff)
  const both = await Promise.all([decide(true), decide(true)])
  t.strictSame(both.map(b => b.ok).sort(), [false, true], 'a parallel decision counts once')
  t.hasStrict(
    both.find(b => !b.ok),
    { reason: 'move_decided' },
  )
  t.hasStrict(await stateOf(token), { source: 'migrated', isIn: true })
  t.strictSame(await list(), [])
  const other = await move(OLD, null, { sub: 'ben-13' })
  t.strictSame(await decide(true, (await list())[0]!.id), { ok: false, reason: 'move_spent' }, 'the access is moved')
  t.strictSame(await decide(false, (await list())[0]!.id), { ok: true })
  t.hasStrict(await stateOf(other.token), { isIn: false })
  t.strictSame(await list(), [], 'not suggested again after it was declined')
  await move(OLD, null, { sub: 'ben-13' })
  t.strictSame(await list(), [])
  t.hasStrict(await decide(true, 999), { ok: false, reason: 'move_decided' })
})

t.test('copies nothing without access, or for another person', async t => {
  const { app, move, stateOf } = await scene(t, { isIn: false })
  t.hasStrict(await stateOf((await move(OLD, 'old')).token), { isIn: false })
  for (const claim of [
    { ...OLD, user_id: 'somebody' },
    { ...OLD, context_id: 'another' },
    { ...OLD, oauth_consumer_key: 'nobody' },
  ])
    t.hasStrict(await stateOf((await move(claim, 'old')).token), { isIn: false })
  t.strictSame(await listMoveSuggestions(app.db), [])
})

t.test('a person taken out by staff stays out', async t => {
  const { app, move, stateOf } = await scene(t)
  const { token } = await move(OLD, 'old')
  await setProcessed(app, { token, processed: false }, colleague)
  await move(OLD, 'old')
  t.hasStrict(await stateOf(token), { isIn: false })
})

t.test('access that ended is copied again after the person renewed it by LTI 1.1', async t => {
  const { app, token: old, move, stateOf } = await scene(t)
  const { token } = await move(OLD, 'old')
  const { accessEndsAt } = await stateOf(token)
  app.clock.set(accessEndsAt!.toISOString())
  t.hasStrict(await stateOf(token), { isIn: false })
  await move(OLD, 'old')
  t.hasStrict(await stateOf(token), { isIn: false }, 'access ended there as well')
  await redeem(app, old, await makeCode(app, 'A'))
  await move(OLD, 'old')
  t.hasStrict(await stateOf(token), { source: 'migrated', isIn: true })
})

t.test('an email from the LMS links nobody', async t => {
  const { app, platform, stateOf } = await scene(t)
  const { token } = await launch13(app, platform, { email: 'ana@school.example' })
  t.hasStrict(await stateOf(token), { isIn: false })
  t.strictSame(await listMoveSuggestions(app.db), [])
})

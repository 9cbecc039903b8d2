import { createHmac } from 'node:crypto'
import t from 'tap'
import { setProcessed } from '#src/access/people.ts'
import { findEntitlement } from '#src/access/tokens.ts'
import { decideMove, listMoveSuggestions } from '#src/lti/moved-people.ts'
import { testApp } from '../support/app.ts'
import { colleague } from '../support/facts.ts'
import { C, claimsOf, launch13, login13, post13, practicePlatform, signJwt } from '../support/oidc.ts'
import { launch, makeCode, makeConsumer, makeCourse, redeem } from '../support/school.ts'
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
  return { app, me, school, platform, token, move, stateOf }
}
const OLD = { user_id: 'ana-11', context_id: 'old-context' }

t.test('a claim signed with the consumer secret copies access and its end to the membership', async t => {
  const { token, move, stateOf } = await scene(t)
  for (const [secret, name] of [
    ['old', 'the current secret'],
    ['older', 'the previous secret'],
  ] as const) {
    const { status, token: moved } = await move(OLD, secret, { sub: `ana-${secret}` })
    t.equal(status, 303, name)
    const { accessEndsAt } = await stateOf(token)
    t.hasStrict(await stateOf(moved), { source: 'migrated', isIn: true, accessEndsAt }, name)
  }
})

t.test('unproven moves are suggested to staff once, who accept or decline', async t => {
  const { app, me, move, stateOf } = await scene(t)
  const { token } = await move(OLD, 'wrong')
  await move(OLD, null)
  t.hasStrict(await stateOf(token), { isIn: false })
  const list = async () => await listMoveSuggestions(app)
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
  t.strictSame(await listMoveSuggestions(app), [])
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
  t.strictSame(await listMoveSuggestions(app), [])
})

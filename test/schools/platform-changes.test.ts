import t from 'tap'
import { findPlatform } from '#src/schools/platforms.ts'
import { inviteRegistration } from '#src/schools/registrations.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { testApp } from '../support/app.ts'
import { textOf } from '../support/html.ts'
import { launch13, practicePlatform } from '../support/oidc.ts'
import { makePlatform } from '../support/platform.ts'
import { signedIn } from '../support/staff.ts'
import type { Test } from '../support/test.ts'

const scene = async (t: Test) => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const at = await practicePlatform(t, app)
  const to = await practicePlatform(t, app, { isActive: false })
  await app.db.client.query('delete from platforms where id = $1', [to.platform.id])
  const [was, is] = [new URL(at.base).host, new URL(to.base).host]
  const page = `/platforms/${at.platform.id}`
  const fields = {
    ...{ intent: 'change', domain: is, preset: 'custom', client_id: at.platform.clientId, issuer: at.platform.issuer },
    authorization_redirect: at.platform.authorizationRedirect,
    ...{ public_keys_url: at.platform.publicKeysUrl, grant_url: at.platform.grantUrl, audience: '' },
  }
  /** Confirms what the page asks. */
  const confirm = async (fields: Record<string, string>, reason = 'the LMS moved') => {
    const asked = await me.post(page, fields)
    const confirmed = asked.body.match(/name="confirmed" value="([^"]*)"/)?.[1]?.replaceAll('&quot;', '"') ?? ''
    return { asked, again: () => me.post(page, { ...fields, confirmed, reason }) }
  }
  return { app, me, at, to, was, is, page, fields, confirm }
}

t.test('an LMS that moved to a new domain is changed after a preview, and people keep their access', async t => {
  const { app, me, at, to, was, is, page, fields, confirm } = await scene(t)
  const before = await launch13(app, at, { sub: 'stays' })
  t.equal(before.status, 303)
  const { asked, again } = await confirm(fields)
  const says = textOf(asked.body)
  for (const words of [
    `Domain: ${was} → ${is}`,
    `${was}/jwks → http://${is}/jwks`,
    '1 person',
    'They keep what they have',
  ])
    t.match(says, words)
  t.equal((await findPlatform(app.db, at.platform.id))?.domain, was, 'nothing is changed yet')
  const [first, second] = await Promise.all([again(), again()])
  t.strictSame([first.status, second.status], [303, 303], 'twice at once is once')
  const changed = await findPlatform(app.db, at.platform.id)
  t.hasStrict(changed, { domain: is, issuer: to.base, publicKeysUrl: `${to.base}/jwks` })
  const { rows } = await app.db.client.query("select before, after, reason from audit where action = 'change-platform'")
  t.match(rows, [{ before: { domain: was }, after: { domain: is }, reason: 'the LMS moved' }])
  const after = await launch13(
    app,
    { ...at, base: to.base, platform: { ...at.platform, ...changed! } },
    { sub: 'stays' },
  )
  t.equal(after.location, before.location, 'the same person')
  t.match(textOf((await me.post(page, { ...fields, domain: 'no host' })).body), 'Enter a host name')
  t.equal((await me.post(page, { ...fields, ...sent(changed!) })).status, 422, 'nothing is different')
})

const sent = (p: NonNullable<Awaited<ReturnType<typeof findPlatform>>>) => ({
  ...{ domain: p.domain, issuer: p.issuer, authorization_redirect: p.authorizationRedirect },
  ...{ public_keys_url: p.publicKeysUrl, grant_url: p.grantUrl },
})

t.test('a change is refused after another one, without a reason, or where another platform is', async t => {
  const { app, me, at, page, fields, confirm } = await scene(t)
  t.equal((await (await confirm(fields, ' ')).again()).status, 422, 'a reason is kept')
  const slow = await confirm(fields)
  t.equal((await (await confirm({ ...fields, client_id: 'other' })).again()).status, 303)
  t.equal((await slow.again()).status, 409, 'the preview was of another state')
  const { platform } = await makePlatform(app, { clientId: 'taken' })
  const taken = { ...sent(platform), preset: 'custom', client_id: 'taken' }
  t.equal((await me.post(page, { ...fields, ...taken })).status, 409, 'the same issuer and client')
  t.equal((await me.post(page, { ...fields, grant_url: 'https://elsewhere.example/token' })).status, 422)
  const support = await signedIn(app, 'support')
  t.equal((await support.post(page, fields)).status, 403)
  t.equal((await support.open(page)).status, 200)
  t.notMatch((await support.open(page)).body, 'Delete platform')
  t.equal((await me.open('/platforms/999')).status, 404)
  t.equal((await findPlatform(app.db, at.platform.id))?.clientId, 'other')
})

t.test('only a platform that nobody launched from is deleted', async t => {
  const { app, me, at, page } = await scene(t)
  const remove = (at: string) => me.post(at, { intent: 'remove', confirmed: 'yes', reason: 'typed wrong' })
  const { platform } = await makePlatform(app)
  const unused = `/platforms/${platform.id}`
  t.match(textOf((await me.open(unused)).body), 'Delete platform')
  t.equal((await remove(unused)).status, 303)
  t.equal((await remove(unused)).status, 404, 'it is gone')
  await launch13(app, at)
  t.notMatch((await me.open(page)).body, 'Delete platform')
  t.equal((await remove(page)).status, 409)
  t.ok(await findPlatform(app.db, at.platform.id))
})

t.test('an invitation is listed until it is revoked, and says in a browser what to do', async t => {
  const app = await testApp(t)
  const me = await signedIn(app)
  const invited = await inviteRegistration(app, 'Juniper College', me.staff)
  if (!invited.ok) throw new Error(invited.reason)
  const open = (lang = 'en') => app.server.inject(`/lti/register?invite=${invited.invite}&lang=${lang}`)
  for (const lang of ['en', 'es'] as const) {
    const { statusCode, body } = await open(lang)
    const { title, steps } = textsIn(lang).registration.invited
    t.equal(statusCode, 200)
    for (const words of [title, ...Object.values(steps).flat()]) t.match(textOf(body), words)
    t.match(body, `/lti/register?invite=${invited.invite}`)
  }
  t.match(textOf((await me.open('/platforms')).body), 'Juniper College')
  const revoke = () => me.post('/platforms', { intent: 'revoke', id: String(invited.id) })
  const both = await Promise.all([revoke(), revoke()])
  t.strictSame(both.map(({ status }) => status).sort(), [303, 409])
  t.equal((await open()).statusCode, 403)
  await me.open('/platforms')
  t.notMatch(textOf((await me.open('/platforms')).body), 'Juniper College')
  const made = await me.send('/platforms', { intent: 'invite', note: 'Juniper College', lms: 'moodle' })
  t.match(textOf(made.body), 'Paste the link into Tool URL')
  t.notMatch(textOf(made.body), 'Developer Keys')
  t.equal((await (await signedIn(app, 'support')).post('/platforms', { intent: 'revoke', id: '1' })).status, 403)
})

t.test('a platform that was moved in is switched, whatever its issuer', async t => {
  const { app, me, at } = await scene(t)
  await app.db.client.query("update platforms set issuer = 'no address' where id = $1", [at.platform.id])
  const { status } = await me.post(`/platforms/${at.platform.id}`, { intent: 'cookieless_off' })
  t.equal(status, 303)
  t.equal((await findPlatform(app.db, at.platform.id))?.opensWithoutCookies, false)
})

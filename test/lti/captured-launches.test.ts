import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import t from 'tap'
import { testApp } from '../support/app.ts'
import { makeConsumer, postLaunch } from '../support/school.ts'

/** Launches captured from Moodle and LTI-PHP, replayed byte for byte at their original time. */
const LONG = Boolean(process.env.TEST_LONG)
const folder = resolve(import.meta.dirname, '../launches')
const captured = readdirSync(folder)
  .filter(name => name.includes('lti11'))
  .map(name => ({ name, ...JSON.parse(readFileSync(resolve(folder, name), 'utf8')) }))

t.ok(captured.length >= 4, 'there are captured launches')

for (const { name, secret, raw_body: body, fields } of captured) {
  t.test(name, async t => {
    const app = await testApp(t)
    app.clock.set(new Date(Number(fields.oauth_timestamp) * 1000))
    await makeConsumer(app, { key: fields.oauth_consumer_key, secret })

    const changed = body.replace('resource_link_title=A', 'resource_link_title=B')
    t.not(changed, body, 'one byte differs')
    const tampered = await postLaunch(app, changed)
    t.equal(tampered.status, 401, 'refused with one byte changed')
    t.match(tampered.body, 'the link failed a security check')

    const good = await postLaunch(app, body)
    t.equal(good.status, 303, 'accepts the original launch')
    t.match(
      good.location,
      /Instructor/.test(fields.roles) ? /^\/lti\/teacher\?state=.+&token=.+/ : /^\/lti\/pay\?token=e_/,
    )

    const again = await postLaunch(app, body)
    t.equal(again.status, 401, 'refused the second time')
    t.match(again.body, 'this link was already used')
  })
}

t.test('refuses the launch with any single byte of the body changed', async t => {
  const { secret, raw_body: body, fields } = captured.find(c => c.name.includes('student1'))!
  const app = await testApp(t)
  app.clock.set(new Date(Number(fields.oauth_timestamp) * 1000))
  await makeConsumer(app, { key: fields.oauth_consumer_key, secret })
  const passed: string[] = []
  for (let at = 0; at < body.length; at += LONG ? 1 : 7) {
    const changed = `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`
    const { status } = await postLaunch(app, changed)
    if (status < 400) passed.push(changed.slice(at - 20, at + 20))
  }
  t.strictSame(passed, [])
  t.equal((await postLaunch(app, body)).status, 303, 'none of the refused launches used up the nonce')
})

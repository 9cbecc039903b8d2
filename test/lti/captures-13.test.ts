import t from 'tap'
import { captured13, captures13 } from '../support/capture-13.ts'
import { C } from '../support/oidc.ts'
import { countOf } from '../support/rows.ts'

t.ok(captures13.length >= 4)
for (const file of captures13) {
  t.test(`accepts ${file} once`, async t => {
    const { app, claims, post } = await captured13(t, file)
    const answer = await post()
    t.equal(answer.status, 303)
    const teaches = JSON.stringify(claims[`${C}roles`]).includes('Instructor')
    t.match(answer.location, teaches ? /^\/lti\/teacher\?state=/ : /^\/lti\/pay\?token=m_/)
    t.equal(await countOf(app, 'entitlements'), 1)
    t.equal((await post()).status, 401)
  })

  t.test(`refuses ${file} with one byte changed`, async t => {
    const { app, post, idToken } = await captured13(t, file)
    const [head = '', body = '', signature = ''] = idToken.split('.')
    // The last character of a part may encode unused bits, so the one before it is changed.
    const flip = (part: string, at: number) => part.slice(0, at) + (part[at] === 'A' ? 'B' : 'A') + part.slice(at + 1)
    const changed = [0, 0.25, 0.5, 0.75, 0.98].flatMap(share => [
      `${flip(head, Math.floor(head.length * share))}.${body}.${signature}`,
      `${head}.${flip(body, Math.floor(body.length * share))}.${signature}`,
      `${head}.${body}.${flip(signature, Math.floor(signature.length * share))}`,
    ])
    for (const token of changed) t.match(String((await post(token)).status), /^40[01]$/)
    t.equal(await countOf(app, 'entitlements'), 0)
    t.equal((await post()).status, 303, 'the original launch still works')
  })
}

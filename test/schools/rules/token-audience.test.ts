import t from 'tap'
import { areOfOneLms, isSameTokenClient, presetAddresses, tokenAudience } from '#src/schools/rules/platform-presets.ts'

const D2L = 'https://auth.brightspace.com/core/connect/token'
const D2L_AUDIENCE = 'https://api.brightspace.com/auth/token'
const CANVAS = 'https://sso.canvaslms.com/login/oauth2/token'
const CANVAS_OLD = 'https://canvas.instructure.com/login/oauth2/token'
const BLACKBOARD = 'https://developer.blackboard.com/api/v1/gateway/oauth2/jwttoken'
const MOODLE = 'https://moodle.example/mod/lti/token.php'
const SCHOOLOGY = 'https://lti-service.svc.schoology.com/lti-service/access-token'
const SAKAI = 'https://sakai.example/imsblis/lti13/token/12'
const EDX = 'https://courses.edx.example/api/lti_consumer/v1/token/1b2c'

t.test('the audience is the token endpoint, the fixed one of a preset, or on the host of the endpoint', async t => {
  const cases: [name: string, grantUrl: string, audience: string | null, signed: string | null][] = [
    ['Canvas', CANVAS, null, CANVAS],
    ['Canvas, which registers with its bare host', CANVAS, 'sso.canvaslms.com', CANVAS],
    ['Canvas, as registered', CANVAS, CANVAS, CANVAS],
    ['Canvas by its older host', CANVAS_OLD, CANVAS_OLD, CANVAS_OLD],
    [
      'Canvas of a school, on a port',
      'https://canvas.example:8443/t',
      'canvas.example:8443',
      'https://canvas.example:8443/t',
    ],
    ['Brightspace', D2L, null, D2L_AUDIENCE],
    ['Brightspace, as registered', D2L, D2L_AUDIENCE, D2L_AUDIENCE],
    ['Brightspace, by its endpoint', D2L, D2L, D2L],
    ['Blackboard', BLACKBOARD, null, BLACKBOARD],
    ['Blackboard, as registered', BLACKBOARD, 'https://developer.blackboard.com', 'https://developer.blackboard.com'],
    ['Moodle', MOODLE, null, MOODLE],
    ['Moodle with its site', MOODLE, 'https://moodle.example', 'https://moodle.example'],
    ['Schoology', SCHOOLOGY, null, SCHOOLOGY],
    ['Sakai', SAKAI, null, SAKAI],
    ['Sakai with its server', SAKAI, 'https://sakai.example', 'https://sakai.example'],
    ['Open edX', EDX, null, EDX],
    ['none', MOODLE, '', MOODLE],
    ['another case of the host', MOODLE, 'https://MOODLE.example/x', 'https://MOODLE.example/x'],
    ['with the standard port', MOODLE, 'https://moodle.example:443/x', 'https://moodle.example:443/x'],
    ['Canvas for a stranger', 'https://evil.example/token', CANVAS, null],
    ['Canvas for a stranger, bare', 'https://evil.example/token', 'sso.canvaslms.com', null],
    ['Brightspace for a stranger', 'https://evil.example/token', D2L_AUDIENCE, null],
    ['Brightspace, by a longer endpoint', `${D2L}?x`, D2L_AUDIENCE, null],
    ['Brightspace, by another host of its own', 'https://x.brightspace.com/core/connect/token', D2L_AUDIENCE, null],
    ['a stranger for Brightspace', D2L, 'https://evil.example/token', null],
    ['a host below', 'https://evil.example/token', 'https://a.evil.example/token', null],
    ['a host above', 'https://canvas.evil.example/token', 'https://evil.example', null],
    ['another port', MOODLE, 'https://moodle.example:8443/x', null],
    [
      'a user before the host',
      'https://evil.example/token',
      'https://evil.example@sso.canvaslms.com/login/oauth2/token',
      null,
    ],
    ['a backslash', 'https://evil.example/token', 'https://sso.canvaslms.com\\@evil.example/', null],
    ['no host', MOODLE, 'urn:moodle.example', null],
    ['another protocol', MOODLE, 'ftp://moodle.example/x', null],
    ['a text', MOODLE, 'audience', null],
    ['no endpoint', '', CANVAS, null],
    ['an endpoint that is no address', 'sso.canvaslms.com', 'sso.canvaslms.com', null],
  ]
  for (const [name, grantUrl, audience, signed] of cases) t.equal(tokenAudience({ grantUrl, audience }), signed, name)
})

t.test('each preset signs for its own token endpoint, or the fixed audience', async t => {
  for (const preset of ['canvas', 'moodle', 'blackboard', 'd2l'] as const) {
    const { grantUrl } = presetAddresses(preset, { domain: 'lms.example', clientId: '1' })
    t.equal(tokenAudience({ grantUrl, audience: null }), preset === 'd2l' ? D2L_AUDIENCE : grantUrl, preset)
  }
})

t.test('one client at one place of tokens belongs to one issuer', async t => {
  const platform = (issuer: string, grantUrl: string, clientId = '42') => ({ issuer, grantUrl, clientId })
  const canvas = platform('https://canvas.instructure.com', CANVAS)
  const beta = platform('https://canvas.beta.instructure.com', 'https://sso.beta.canvaslms.com/login/oauth2/token')
  const cases: [name: string, a: typeof canvas, b: typeof canvas, isSame: boolean][] = [
    ['the same platform', canvas, canvas, false],
    ['the same endpoint', canvas, platform('https://evil.example', CANVAS), true],
    ['with a query', canvas, platform('https://evil.example', `${CANVAS}?a`), true],
    ['with a final dot', canvas, platform('https://evil.example', CANVAS.replace('.com/', '.com./')), true],
    ['another host of Canvas', canvas, platform('https://evil.example', CANVAS_OLD), true],
    ['a school of Canvas', canvas, platform('https://evil.example', CANVAS_OLD.replace('canvas.', 'river.')), true],
    ['a name that ends like Canvas', canvas, platform('https://evil.example', 'https://evilinstructure.com/t'), false],
    ['another client', canvas, platform('https://evil.example', CANVAS, '43'), false],
    ['the same client elsewhere', canvas, platform('https://moodle.example', MOODLE), false],
    ['Canvas and its beta', canvas, beta, false],
    ['two schools of Brightspace', platform('https://a.example', D2L), platform('https://b.example', D2L), true],
    ['a Moodle', platform('https://moodle.example', MOODLE), platform('https://evil.example', MOODLE), true],
  ]
  for (const [name, a, b, isSame] of cases) {
    t.equal(isSameTokenClient(a, b), isSame, name)
    t.equal(isSameTokenClient(b, a), isSame, `${name}, the other way`)
  }
})

t.test('the addresses of a platform are on its own site, or in its cloud', t => {
  const at = (issuer: string, grantUrl: string, keys = issuer, sign = issuer) =>
    areOfOneLms({ issuer, grantUrl, publicKeysUrl: keys, authorizationRedirect: sign })
  for (const preset of ['d2l', 'canvas', 'moodle', 'blackboard'] as const)
    for (const domain of ['lms.school.example', 'school.instructure.com', 'school.beta.instructure.com'])
      t.ok(areOfOneLms(presetAddresses(preset, { domain, clientId: 'c' })), `${preset} at ${domain}`)
  const good: [string, string][] = [
    ['https://moodle.example', MOODLE],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:9090/token'],
    ['https://lms.school.edu', 'https://auth.school.edu/token'],
    ['https://lms.tum.de', 'https://auth.tum.de/token'],
    ['https://lms.school.ac.uk', 'https://auth.school.ac.uk/token'],
    ['https://schoology.schoology.com', SCHOOLOGY],
    ['https://school.example', D2L],
  ]
  for (const [issuer, grantUrl] of good) t.ok(at(issuer, grantUrl), `${issuer} and ${grantUrl}`)
  const bad: [string, string][] = [
    ['https://evil.example', MOODLE],
    ['https://evil.example', CANVAS],
    ['https://evil.example', 'https://evil.example@moodle.example/token'],
    ['https://evilmoodle.example', MOODLE],
    ['http://127.0.0.1', 'http://127.0.0.2/token'],
    ['https://evil.ac.uk', 'https://school.ac.uk/token'],
    ['https://lms.evil.edu.au', 'https://lms.school.edu.au/token'],
    ['https://lms.evil.k12.tx.us', 'https://lms.school.k12.tx.us/token'],
    ['urn:lms', MOODLE],
    ['https://lms.example', ''],
  ]
  for (const [issuer, grantUrl] of bad) {
    t.notOk(at(issuer, grantUrl), `${issuer} and ${grantUrl}`)
    t.notOk(at(issuer, issuer, grantUrl), `${issuer} and keys at ${grantUrl}`)
    t.notOk(at(issuer, issuer, issuer, grantUrl), `${issuer} and sign-in at ${grantUrl}`)
  }
  t.end()
})

import t from 'tap'
import type { NewAddresses, Platform, PlatformEdit } from '#src/schools/rules/platform.ts'
import {
  editedAddresses,
  isPlatformOrigin,
  isSharedIssuer,
  presetAddresses,
} from '#src/schools/rules/platform-presets.ts'

t.test('issuers of many schools are known, so that a new deployment always waits', t => {
  for (const issuer of [
    'https://canvas.instructure.com',
    'https://canvas.beta.instructure.com',
    'https://blackboard.com',
    'https://schoology.schoology.com',
  ])
    t.equal(isSharedIssuer(issuer), true, issuer)
  for (const issuer of [
    'https://canvas.school.edu',
    'https://moodle.school.edu',
    'https://blackboard.com.evil.example',
  ])
    t.equal(isSharedIssuer(issuer), false, issuer)
  t.end()
})

t.test('an origin is a platform’s own, or below its cloud, over https', t => {
  const canvas = {
    ...presetAddresses('canvas', { domain: 'school.instructure.com', clientId: '1' }),
    domain: 'school.instructure.com',
  }
  for (const origin of [
    'https://school.instructure.com',
    'https://vanity.instructure.com',
    'https://sso.canvaslms.com',
  ])
    t.ok(isPlatformOrigin(canvas, origin), origin)
  for (const origin of [
    'http://vanity.instructure.com',
    'https://notinstructure.com',
    'https://vanity.instructure.com.evil.example',
    'https://vanity.instructure.com:8443',
    'https://evil.example',
  ])
    t.notOk(isPlatformOrigin(canvas, origin), origin)
  const moodle = { ...presetAddresses('moodle', { domain: 'lms.example', clientId: '1' }), domain: 'lms.example' }
  t.ok(isPlatformOrigin(moodle, 'https://lms.example'))
  t.notOk(isPlatformOrigin(moodle, 'https://a.lms.example'))
  t.end()
})

t.test('addresses follow a new domain or type, unless others were typed', t => {
  const of = (preset: 'd2l' | 'canvas' | 'moodle' | 'blackboard', domain: string, clientId = 'c1') => ({
    ...{ id: 1, isActive: true, opensWithoutCookies: true, hasOwnKeys: false, audience: null },
    ...{ preset, domain, clientId, ...presetAddresses(preset, { domain, clientId }) },
  })
  const custom = {
    ...of('moodle', 'lms.old.edu'),
    preset: 'custom' as const,
    issuer: 'https://lms.old.edu/site',
    grantUrl: 'https://lms.old.edu.evil.example/token',
    audience: 'https://lms.old.edu/aud',
  }
  const moodle = of('moodle', 'lms.old.edu')
  const typed = { issuer: moodle.issuer, grantUrl: moodle.grantUrl, audience: '' }
  const cases: [string, Platform, Partial<PlatformEdit>, Partial<NewAddresses>][] = [
    ['a new domain', moodle, { domain: 'lms.new.edu' }, presetAddresses('moodle', of('moodle', 'lms.new.edu'))],
    ['as the form sends it', moodle, { domain: 'lms.new.edu', given: typed }, { issuer: 'https://lms.new.edu' }],
    ['a wrong D2L tick', of('d2l', 'lms.old.edu'), { preset: 'moodle' }, presetAddresses('moodle', moodle)],
    [
      'Blackboard, another client',
      of('blackboard', 'b.example'),
      { clientId: 'c2' },
      presetAddresses('blackboard', { domain: 'b.example', clientId: 'c2' }),
    ],
    [
      'own addresses',
      custom,
      { domain: 'lms.new.edu' },
      { issuer: 'https://lms.new.edu/site', grantUrl: custom.grantUrl, audience: 'https://lms.new.edu/aud' },
    ],
    [
      'a typed address counts',
      moodle,
      { domain: 'lms.new.edu', given: { issuer: 'https://other.edu/' } },
      { issuer: 'https://other.edu', grantUrl: 'https://lms.new.edu/mod/lti/token.php' },
    ],
    ['the audience is emptied', custom, { given: { audience: '' } }, { audience: null, issuer: custom.issuer }],
    ['nothing', custom, {}, { issuer: custom.issuer, audience: custom.audience }],
  ]
  for (const [name, was, edit, expected] of cases) {
    const { domain, clientId, preset } = was
    t.match(editedAddresses(was, { domain, clientId, preset, given: {}, ...edit }), expected, name)
  }
  t.end()
})

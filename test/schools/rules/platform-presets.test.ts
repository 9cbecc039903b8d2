import t from 'tap'
import { isPlatformOrigin, isSharedIssuer, presetAddresses } from '#src/schools/rules/platform-presets.ts'

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

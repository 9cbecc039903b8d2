import t from 'tap'
import { RegistrationRefused, readConfiguration, readRegistered } from '#src/schools/rules/registration.ts'

const CONFIGURATION = 'https://purl.imsglobal.org/spec/lti-platform-configuration'
const TOOL = 'https://purl.imsglobal.org/spec/lti-tool-configuration'
const good = {
  issuer: 'https://lms.example',
  authorization_endpoint: 'https://lms.example/auth',
  jwks_uri: 'https://lms.example/keys',
  token_endpoint: 'https://lms.example/token',
  registration_endpoint: 'https://lms.example/register',
}
const read = (given: unknown) =>
  readConfiguration(given, 'https://lms.example/x', {
    addressFault: address => (URL.canParse(address) ? null : 'not_an_address'),
    isOwn: () => false,
  })
const reasonOf = (work: () => unknown) => {
  try {
    return work() && null
  } catch (error) {
    return error instanceof RegistrationRefused ? error.refusal.reason : error
  }
}

t.test('reads a configuration with fields too many, odd ones, and spaces', async t => {
  const families: [family: unknown, preset: string][] = [
    ['moodle', 'moodle'],
    ['BlackboardLearn', 'blackboard'],
    ['sakai', 'custom'],
    ['constructor', 'custom'],
    ['__proto__', 'custom'],
    [{ name: 'moodle' }, 'custom'],
    [null, 'custom'],
  ]
  for (const [product_family_code, preset] of families)
    t.equal(read({ ...good, [CONFIGURATION]: { product_family_code }, claims_supported: 7 }).preset, preset)
  t.equal(read({ ...good, issuer: ' https://lms.example\n' }).issuer, 'https://lms.example')
  for (const given of [null, [good], 'text', {}, ...Object.keys(good).map(name => ({ ...good, [name]: null }))])
    t.equal(
      reasonOf(() => read(given)),
      'configuration_unreadable',
      JSON.stringify(given),
    )
})

t.test('reads the client id of an answer, also as a number, and refuses one that is none', async t => {
  const answers: [answer: object, read: object][] = [
    [{ client_id: 7 }, { clientId: '7', deploymentId: null }],
    [
      { client_id: ' a ', [TOOL]: { deployment_id: 1 } },
      { clientId: 'a', deploymentId: '1' },
    ],
    [
      { client_id: 'a', [TOOL]: [] },
      { clientId: 'a', deploymentId: null },
    ],
    [
      { client_id: 'a', [TOOL]: { deployment_id: {} } },
      { clientId: 'a', deploymentId: null },
    ],
  ]
  for (const [answer, wanted] of answers) t.strictSame(readRegistered(answer), wanted)
  const long = 'x'.repeat(256)
  for (const bad of [null, 'a', {}, { client_id: '' }, { client_id: ['a'] }, { client_id: long }, { client_id: 1e30 }])
    t.equal(
      reasonOf(() => readRegistered(bad)),
      'registration_rejected',
      JSON.stringify(bad),
    )
})

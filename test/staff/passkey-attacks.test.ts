import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import t from 'tap'
import { staffPasskeys } from '#src/accounts/store/schema/staff.ts'
import { saveStaff } from '#src/accounts/store/staff.ts'
import { type TestApp, testApp } from '../support/app.ts'

const ORIGIN = 'http://localhost:3000'
const USER_PRESENT = 1
const USER_VERIFIED = 4
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** Returns an EC2 public key as COSE (RFC 9053 §7.1.1). */
const coseKey = ({ x = '', y = '' }: { x?: string; y?: string }) =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])

/** Saves a passkey of a staff user, last used at count 10. Returns a function that signs in with it. */
const withPasskey = async (app: TestApp, email: string) => {
  const staff = await saveStaff(app.db, { email, firstName: 'Sam', lastName: 'Staff' })
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = base64url(`passkey of ${email}`)
  const key = coseKey(publicKey.export({ format: 'jwk' })).toString('base64url')
  const saved = { staffId: staff.id, credentialId: id, publicKey: key, counter: 10, transports: [], name: 'Key' }
  await app.db.orm.insert(staffPasskeys).values(saved)
  return async (
    challenge: string,
    {
      origin = ORIGIN,
      rpId = 'localhost',
      counter = 11,
      flags = USER_PRESENT | USER_VERIFIED,
      type = 'webauthn.get',
      as = id,
    } = {},
  ) => {
    const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const data = Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
    const response = {
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    }
    const answer = { id: as, rawId: as, type: 'public-key', clientExtensionResults: {}, response }
    const url = '/api/auth/passkey'
    return (await app.server.inject({ method: 'POST', url, payload: { response: answer } })).statusCode
  }
}

const newChallenge = async (app: TestApp): Promise<string> =>
  (await app.server.inject({ method: 'POST', url: '/api/auth/passkey_options', payload: {} })).json().challenge

t.test('a passkey answers for our origin, once, verified, and never with an older count', async t => {
  const app = await testApp(t)
  const signIn = await withPasskey(app, 'sam@example.com')
  const attacks = {
    'another origin': { origin: 'https://evil.example' },
    'another port of our host': { origin: 'http://localhost:3001' },
    'another site': { rpId: 'evil.example' },
    'a person who was not verified': { flags: USER_PRESENT },
    'a registration in place of a sign-in': { type: 'webauthn.create' },
    'the count of a copied key': { counter: 10 },
    'no count any more': { counter: 0 },
  }
  for (const [name, attack] of Object.entries(attacks))
    t.equal(await signIn(await newChallenge(app), attack), 422, name)
  const challenge = await newChallenge(app)
  t.equal(await signIn(challenge), 200)
  t.equal(await signIn(challenge, { counter: 12 }), 422, 'a challenge works once')
  t.equal(await signIn(base64url('of our own'), { counter: 13 }), 422, 'a challenge that we did not ask')
})

t.test('a passkey signs in as its owner only', async t => {
  const app = await testApp(t)
  const signIn = await withPasskey(app, 'sam@example.com')
  await withPasskey(app, 'boss@example.com')
  t.equal(await signIn(await newChallenge(app), { as: base64url('passkey of boss@example.com') }), 422)
  t.equal(await signIn(await newChallenge(app), { as: base64url('nobody') }), 422)
})

t.test('of equal answers at once, one signs in', async t => {
  const app = await testApp(t)
  const signIn = await withPasskey(app, 'sam@example.com')
  const challenge = await newChallenge(app)
  const statuses = await Promise.all(Array.from({ length: 8 }, () => signIn(challenge)))
  t.strictSame(statuses.filter(status => status === 200).length, 1)
})

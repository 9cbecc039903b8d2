import fc from 'fast-check'
import t from 'tap'
import {
  makeSigner,
  makeVault,
  mintReference,
  mintRequestId,
  mintSecret,
  mintToken,
  timingSafeBytesEqual,
} from '#src/core/crypto.ts'
import { holds } from '../support/property.ts'

t.test('opens sealed values only with the same secret and purpose', async t => {
  const vault = makeVault({ appSecret: 'one secret of the application' }, 'consumer secret')
  holds(t, 'any text', [fc.string({ unit: 'binary' })], clear => vault.open(vault.seal(clear)) === clear)
  const sealed = vault.seal('clear')
  t.not(sealed, vault.seal('clear'), 'sealing twice gives different results')
  t.notMatch(Buffer.from(sealed, 'base64url').toString('latin1'), 'clear')
  t.throws(() => makeVault({ appSecret: 'another secret of the application' }, 'consumer secret').open(sealed))
  t.throws(() => makeVault({ appSecret: 'one secret of the application' }, 'waiting').open(sealed))
  for (const broken of ['', 'AAAA', sealed.slice(0, -2), `${sealed}AA`]) t.throws(() => vault.open(broken), broken)
  holds(t, 'detects a changed byte', [fc.nat({ max: 32 }), fc.integer({ min: 1, max: 255 })], (at, change) => {
    const bytes = Buffer.from(sealed, 'base64url')
    bytes[at] = (bytes[at] ?? 0) ^ change
    try {
      vault.open(bytes.toString('base64url'))
      return false
    } catch {
      return true
    }
  })
})

t.test('minted ids have the right form and are unique', async t => {
  const many = <T>(mint: () => T) => Array.from({ length: 1000 }, mint)
  for (const kind of ['c', 'e', 'm'] as const) {
    t.ok(many(() => mintToken(kind)).every(token => new RegExp(`^${kind}_[\\w-]{32}$`).test(token)))
  }
  t.ok(many(mintSecret).every(secret => /^[\w-]{43}$/.test(secret)))
  t.ok(many(mintRequestId).every(id => /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(id)))
  t.ok(many(mintReference).every(id => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)))
  for (const mint of [() => mintToken('e'), mintSecret, mintRequestId, mintReference]) {
    t.equal(new Set(many(mint)).size, 1000)
  }
})

t.test('compares bytes', async t => {
  const bytes = (text: string) => Buffer.from(text)
  t.equal(timingSafeBytesEqual(bytes('abc'), bytes('abc')), true)
  t.equal(timingSafeBytesEqual(bytes('abc'), bytes('abd')), false)
  t.equal(timingSafeBytesEqual(bytes('abc'), bytes('abcd')), false)
  t.equal(timingSafeBytesEqual(bytes(''), bytes('')), true)
})

t.test('verifies what was signed with the secret, or the one before', async t => {
  const old = makeSigner({ appSecret: 'one secret of the application' }, 'seat link')
  const rotated = { appSecret: 'another one', previousAppSecret: 'one secret of the application' }
  const signer = makeSigner(rotated, 'seat link')
  t.ok(signer.verifies('7', old.sign('7')))
  t.ok(signer.verifies('7', signer.sign('7')))
  t.notOk(signer.verifies('8', signer.sign('7')))
  t.notOk(signer.verifies('7', ''))
  t.notOk(old.verifies('7', signer.sign('7')))
})

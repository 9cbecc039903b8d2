import { createHash, createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import type { Platform } from './rules/platform.ts'
import { findPlatformOfKeys } from './store/platforms.ts'
import {
  deleteRetiredToolKeys,
  insertToolKey,
  type KeysOf,
  listKeyedPlatforms,
  listToolKeys,
  lockToolKeys,
  setToolKeyState,
  type ToolKey,
} from './store/tool-keys.ts'

/** Signing period of a key. Platforms that cached our keys have the next one already. */
const SIGNING_MS = 30 * DAY_MS
/** A retired key stays published this long, for platforms that verify late. */
const PUBLISHED_MS = 180 * DAY_MS
const BITS = 2048

const generate = promisify(generateKeyPair)

/** Generated asynchronously (about 80 ms). The kid is the JWK thumbprint (RFC 7638). */
const makeKey = async () => {
  const { privateKey } = await generate('rsa', { modulusLength: BITS })
  const publicKey = createPublicKey(privateKey)
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url')
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { kid, publicJwk: { kty: 'RSA', n, e, kid, alg: 'RS256', use: 'sig' }, privatePem }
}

type Keys = Needs<'clock' | 'db' | 'keyVault'>

/** Rotates our signing keys after 30 days: one current, one next, for each platform with its own, too. Idempotent. */
export const rotateToolKeys = async (app: Keys): Promise<void> => {
  for (const keysOf of [null, ...(await listKeyedPlatforms(app.db))]) await rotate(app, keysOf)
}

const rotate = async (app: Keys, keysOf: KeysOf): Promise<void> => {
  const now = app.clock.now()
  const before = await listToolKeys(app.db, keysOf)
  const wanted = Number(isDue(before, now)) + Number(!keyIn(before, 'current')) + Number(!keyIn(before, 'next'))
  if (wanted === 0) return deleteRetiredToolKeys(app.db, keysOf, new Date(now.getTime() - PUBLISHED_MS))
  // Keys are made before the lock, because that takes long. Another process may have changed what is needed by then: a key
  // that is left over is dropped, and `save` leaves one that is missing to the next run.
  const fresh = await Promise.all(Array.from({ length: wanted }, makeKey))
  await inTransaction(app.db, async tx => {
    await lockToolKeys(tx)
    const keys = await listToolKeys(tx, keysOf)
    const save = async (state: 'current' | 'next') => {
      const key = fresh.pop()
      if (!key) return
      const { kid, publicJwk, privatePem } = key
      const sealedPrivateKey = app.keyVault.seal(privatePem)
      await insertToolKey(tx, keysOf, { kid, publicJwk, sealedPrivateKey, state, stateAt: now })
    }
    const [current, next] = [keyIn(keys, 'current'), keyIn(keys, 'next')]
    if (current && next && isDue(keys, now)) {
      await setToolKeyState(tx, keysOf, { kid: current.kid, state: 'retired', now })
      await setToolKeyState(tx, keysOf, { kid: next.kid, state: 'current', now })
      await save('next')
    }
    if (!current) await save('current')
    if (!next) await save('next')
  })
}

const keyIn = (keys: ToolKey[], state: ToolKey['state']) => keys.find(k => k.state === state)

const isDue = (keys: ToolKey[], now: Date): boolean => {
  const current = keyIn(keys, 'current')
  return current !== undefined && now.getTime() - current.stateAt.getTime() > SIGNING_MS
}

const listOrCreate = async (app: Keys, keysOf: KeysOf): Promise<ToolKey[]> => {
  const keys = await listToolKeys(app.db, keysOf)
  if (keyIn(keys, 'current')) return keys
  await rotate(app, keysOf)
  return listToolKeys(app.db, keysOf)
}

/** Returns the key set to publish (RFC 7517): current, next and recently retired keys. */
export const publishedKeys = async (app: Keys): Promise<{ keys: Record<string, string>[] }> => ({
  keys: (await listOrCreate(app, null)).map(k => k.publicJwk),
})

/** Returns the key set at a platform's own address; null if unknown. It has our keys, too, until we sign with its own. */
export const publishedKeysOf = async (
  app: Keys,
  platformId: number,
): Promise<{ keys: Record<string, string>[] } | null> => {
  const platform = await findPlatformOfKeys(app.db, platformId)
  if (!platform) return null
  const own = (await listOrCreate(app, platform.id)).map(k => k.publicJwk)
  return { keys: platform.hasOwnKeys ? own : [...own, ...(await publishedKeys(app)).keys] }
}

/** Returns the current key for a platform, to sign with. Creates keys if there are none. */
export const getSigningKey = async (
  app: Keys,
  { id, hasOwnKeys }: Pick<Platform, 'id' | 'hasOwnKeys'>,
): Promise<{ kid: string; privatePem: string }> => {
  const key = keyIn(await listOrCreate(app, hasOwnKeys ? id : null), 'current')
  if (!key) throw new Error('no signing key found')
  return { kid: key.kid, privatePem: app.keyVault.open(key.sealedPrivateKey) }
}

import { createHash, createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import {
  deleteRetiredToolKeys,
  insertToolKey,
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

interface FreshKey {
  kid: string
  publicJwk: Record<string, string>
  privatePem: string
}

/** Generated asynchronously (about 80 ms). The kid is the JWK thumbprint (RFC 7638). */
const makeKey = async (): Promise<FreshKey> => {
  const { privateKey } = await generate('rsa', { modulusLength: BITS })
  const publicKey = createPublicKey(privateKey)
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url')
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { kid, publicJwk: { kty: 'RSA', n, e, kid, alg: 'RS256', use: 'sig' }, privatePem }
}

/**
 * Rotates the tool's signing keys: one current, one next, replaced after 30 days. Idempotent; safe across processes.
 */
export const rotateToolKeys = (app: Needs<'clock' | 'db' | 'keyVault'>): Promise<void> => rotate(app)

const rotate = async (app: Needs<'clock' | 'db' | 'keyVault'>): Promise<void> => {
  const now = app.clock.now()
  const before = await listToolKeys(app.db)
  const wanted = Number(isDue(before, now)) + Number(!stateOf(before, 'current')) + Number(!stateOf(before, 'next'))
  if (wanted === 0) return deleteRetiredToolKeys(app.db, new Date(now.getTime() - PUBLISHED_MS))
  const fresh = await Promise.all(Array.from({ length: wanted }, makeKey))
  await inTransaction(app.db, async tx => {
    await lockToolKeys(tx)
    const keys = await listToolKeys(tx)
    const save = async (state: 'current' | 'next') => {
      const key = fresh.pop()
      if (!key) return
      const { kid, publicJwk, privatePem } = key
      await insertToolKey(tx, { kid, publicJwk, sealedPrivateKey: app.keyVault.seal(privatePem), state, stateAt: now })
    }
    const [current, next] = [stateOf(keys, 'current'), stateOf(keys, 'next')]
    if (current && next && isDue(keys, now)) {
      await setToolKeyState(tx, current.kid, 'retired', now)
      await setToolKeyState(tx, next.kid, 'current', now)
      await save('next')
    }
    if (!current) await save('current')
    if (!next) await save('next')
  })
}

const stateOf = (keys: ToolKey[], state: ToolKey['state']) => keys.find(k => k.state === state)

const isDue = (keys: ToolKey[], now: Date): boolean => {
  const current = stateOf(keys, 'current')
  return current !== undefined && now.getTime() - current.stateAt.getTime() > SIGNING_MS
}

/** Lists the stored keys and creates them on first use. */
const listOrCreate = async (app: Needs<'clock' | 'db' | 'keyVault'>): Promise<ToolKey[]> => {
  const keys = await listToolKeys(app.db)
  if (stateOf(keys, 'current')) return keys
  await rotate(app)
  return listToolKeys(app.db)
}

/** Returns the key set to publish (RFC 7517): current, next and recently retired keys. */
export const publishedKeys = async (
  app: Needs<'clock' | 'db' | 'keyVault'>,
): Promise<{ keys: Record<string, string>[] }> => ({
  keys: (await listOrCreate(app)).map(k => k.publicJwk),
})

/** Returns the current signing key. */
export const signingKey = async (
  app: Needs<'clock' | 'db' | 'keyVault'>,
): Promise<{ kid: string; privatePem: string }> => {
  const key = stateOf(await listOrCreate(app), 'current')
  if (!key) throw new Error('no signing key found')
  return { kid: key.kid, privatePem: app.keyVault.open(key.sealedPrivateKey) }
}

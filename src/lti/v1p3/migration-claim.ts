import { createHmac } from 'node:crypto'
import type { App } from '#src/context.ts'
import { timingSafeBytesEqual } from '#src/core/crypto.ts'
import type { Platform } from '#src/schools/rules/platform.ts'
import type { MovedFrom } from '../rules/launch.ts'
import { type Claims, type MigrationClaim, readMigrationClaim } from './claims.ts'

/** Returns the text a platform signs with the old shared secret (LTI Migration, 'oauth_consumer_key_sign'). */
const movedBase = (claims: Claims, { consumerKey }: MigrationClaim, platform: Platform, deploymentId: string): string =>
  [consumerKey, deploymentId, platform.issuer, platform.clientId, claims.exp, claims.nonce].join('&')

/**
 * Returns the person's LTI 1.1 identity and whether the platform proved it with the old secret; null when there is no
 * migration claim or the consumer is unknown. Few platforms prove it: Canvas signs a nonce that it does not send,
 * Blackboard signs nothing.
 */
export const verifyMigration = async (
  claims: Claims,
  { app, platform, deploymentId }: { app: App; platform: Platform; deploymentId: string },
): Promise<MovedFrom | null> => {
  const moved = readMigrationClaim(claims)
  const school = moved && (await app.schoolSecrets.find(moved.consumerKey))
  if (!moved || !school) return null
  const given = Buffer.from(moved.signature, 'base64')
  const base = movedBase(claims, moved, platform, deploymentId)
  const proofs = school.secrets.map(secret =>
    timingSafeBytesEqual(given, createHmac('sha256', secret).update(base).digest()),
  )
  return {
    consumerId: school.consumerId,
    contextId: moved.contextId,
    ltiUserId: moved.ltiUserId,
    isProven: proofs.includes(true),
  }
}

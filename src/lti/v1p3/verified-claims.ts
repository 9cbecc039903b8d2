import { createHmac } from 'node:crypto'
import type { App } from '#src/context.ts'
import { timingSafeBytesEqual } from '#src/core/crypto.ts'
import { saveSeenDeployment } from '#src/schools/deployments.ts'
import type { Platform } from '#src/schools/rules/platform.ts'
import { isPlatformOrigin, isSharedHost, platformOrigins } from '#src/schools/rules/platform-presets.ts'
import type { Launch, MovedFrom } from '../rules/launch.ts'
import type { Refusal } from '../rules/launch-refusals.ts'
import type { Login } from '../store/logins.ts'
import type { Claim } from '../store/receive-launch.ts'
import { type Claims, deploymentOf, isCheckRequested, platformName, readClaims, readMigrationClaim } from './claims.ts'

/** Returns the text a platform signs with the old shared secret (LTI Migration, 'oauth_consumer_key_sign'). */
const movedBase = (claims: Claims, consumerKey: string, platform: Platform, deploymentId: string): string =>
  [consumerKey, deploymentId, platform.issuer, platform.clientId, claims.exp, claims.nonce].join('&')

/**
 * Returns the person's LTI 1.1 identity and whether the platform proved it with the old secret; null when there is no
 * migration claim or the consumer is unknown. Few platforms prove it: Canvas signs a nonce that it does not send,
 * Blackboard signs nothing.
 */
const verifyMigration = async (
  claims: Claims,
  { app, platform, deploymentId }: { app: App; platform: Platform; deploymentId: string },
): Promise<MovedFrom | null> => {
  const moved = readMigrationClaim(claims)
  const school = moved && (await app.schoolSecrets.find(moved.consumerKey))
  if (!moved || !school) return null
  const given = Buffer.from(moved.signature, 'base64')
  const base = movedBase(claims, moved.consumerKey, platform, deploymentId)
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

/** Facts about a 1.3 launch, for the launch diary and the check page. */
export interface LaunchFacts {
  issuer?: string
  clientId?: string
  deploymentId?: string
  contextId?: string
  /** Issue time in the token, in seconds. */
  issuedAt?: number | undefined
  claims?: Claims
  /** The login that the launch answers. */
  login?: Login
  /** The way the browser showed that it began the login; null when it did not. */
  binding?: 'cookie' | 'storage' | 'click' | null
}

/** A launch that is verified and may be written, or why not. */
export type Verdict = { ok: true; launch: Launch; claim: Claim } | { ok: false; refusal: Refusal }

export const refusedFor = (refusal: Refusal): Verdict => ({ ok: false, refusal })

export const factsOf = (login: Login): LaunchFacts => ({
  login,
  issuer: login.platform.issuer,
  clientId: login.platform.clientId,
})

/** Reads the claims of a verified token and checks its deployment. Writes a new deployment, and adds to the facts. */
export const readVerified = async (
  claims: Claims,
  { platform, stateHash, lmsOrigin }: Login,
  facts: LaunchFacts,
  app: App,
): Promise<Verdict> => {
  const now = app.clock.now()
  facts.issuedAt = Number(claims.iat)
  const launch = readClaims(claims, app)
  facts.contextId = launch.course.contextId
  facts.deploymentId = deploymentOf(claims)
  const { deploymentId } = facts
  const { canvasDomain, lmsOrigin: lmsOfCourse } = launch.course
  const host = canvasDomain ?? (lmsOfCourse && new URL(lmsOfCourse).host)
  const deployment = await saveSeenDeployment(app.db, {
    platformId: platform.id,
    deploymentId,
    name: platformName(claims) ?? (isSharedHost(platform.domain) ? host : null),
    title: launch.course.title,
    host,
    contextId: launch.course.contextId,
    mayApprove: () => !isCheckRequested(claims),
    now,
  })
  const { status } = deployment
  if (status !== 'approved') {
    const reason = status === 'refused' ? 'deployment-refused' : 'deployment'
    return refusedFor({ reason, detail: `deployment_id ${deploymentId}` })
  }
  const moved = await verifyMigration(claims, { app, platform, deploymentId })
  const seenOrigin = lmsOrigin ?? platformOrigins(platform)[0] ?? null
  const isRegistered = seenOrigin !== null && isPlatformOrigin(platform, seenOrigin)
  return {
    ok: true,
    launch: { ...launch, moved },
    claim: { version: '1.3', stateHash, deploymentId: deployment.id, seenOrigin, isRegistered, at: now },
  }
}

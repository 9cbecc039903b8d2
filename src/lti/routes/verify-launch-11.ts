import type { FastifyRequest } from 'fastify'
import { teaches } from '#src/access/rules/entitlement.ts'
import type { Needs } from '#src/context.ts'
import { requestingOrigin } from '#src/http/security.ts'
import { isK12Key } from '#src/schools/consumers.ts'
import { nameSchool } from '#src/schools/schools.ts'
import { paths } from '#views/paths.ts'
import type { ReceivedLaunch } from '../launch-check.ts'
import { clockSkew, firstValue, mainRole, type Parameters, splitRoles, WINDOW_SECONDS } from '../rules/launch.ts'
import { launchSchoolName } from '../rules/launch-course.ts'
import type { Claim } from '../store/receive-launch.ts'
import { readLaunch, verifyLaunch } from '../v1p1/launch.ts'
import { maskedBaseString } from '../v1p1/signature.ts'
import { refusedFor } from '../v1p3/verified-claims.ts'
import type { VerifiedLaunch } from './verify-launch.ts'

/** Longer than the validity of any launch that uses the nonce. */
const NONCE_KEPT_MS = 3 * WINDOW_SECONDS * 1000

/** Verifies an LTI 1.1 launch. Names its school if that has no name yet. */
export const verifyLaunch11 = async (
  request: FastifyRequest,
  parameters: Parameters,
  app: Needs<'clock' | 'db' | 'publicUrl' | 'schoolSecrets' | 'timezone'>,
): Promise<VerifiedLaunch> => {
  const { db, clock, schoolSecrets, publicUrl } = app
  const now = clock.now()
  const key = firstValue(parameters, 'oauth_consumer_key')
  if (!key)
    return {
      arrived: { version: '1.1', given: {}, launch: null, skew: null },
      asksForCheck: false,
      verdict: refusedFor({ reason: 'unreadable' }),
    }
  const launch = readLaunch(parameters, app.timezone)
  const skew = clockSkew(firstValue(parameters, 'oauth_timestamp') ?? '', now)
  const arrived: ReceivedLaunch = { version: '1.1', given: parameters, launch, skew }
  const asksForCheck = isCheckRequested(parameters)
  // Only the path of the request target counts, because it may contain an absolute URL.
  const path = request.url === paths.launch ? paths.launch : new URL(request.url, publicUrl).pathname
  const url = publicUrl + path
  const verified = await verifyLaunch(parameters, url, now, schoolSecrets)
  if (!verified.ok) {
    const { ok: _, ...refusal } = verified
    // The base string is useful only for signature errors. For K-12 schools it is never kept.
    const isKept = refusal.reason === 'signature' && !(await isK12Key(db, key))
    return {
      arrived,
      asksForCheck,
      verdict: refusedFor(refusal),
      baseString: isKept ? maskedBaseString(url, parameters) : null,
    }
  }
  const { consumerId, namelessSchoolId, nonce } = verified
  if (namelessSchoolId !== null) {
    const sent = firstValue(parameters, 'tool_consumer_instance_name')
    await nameFromLaunch(request, app, { schoolId: namelessSchoolId, key, sent })
  }
  const nonceExpiresAt = new Date(now.getTime() + NONCE_KEPT_MS)
  const seenOrigin = requestingOrigin(request, publicUrl)
  const claim: Claim = { version: '1.1', consumerId, nonce, nonceExpiresAt, seenOrigin, isRegistered: false }
  return { arrived, asksForCheck, verdict: { ok: true, launch, claim } }
}

/** Returns whether a teacher or administrator asked for a launch check, by the parameter or custom parameter `check`. */
const isCheckRequested = (parameters: Parameters): boolean => {
  const isNamed = 'check' in parameters || 'custom_check' in parameters
  return isNamed && teaches(mainRole(splitRoles(String(parameters.roles ?? ''))))
}

/** Names a school that has only its key for a name, after its LMS. A launch does not fail because of it. */
const nameFromLaunch = async (
  { log }: FastifyRequest,
  { db, clock }: Needs<'clock' | 'db'>,
  { schoolId: id, key, sent }: { schoolId: number; key: string; sent: string | undefined },
): Promise<void> => {
  const name = launchSchoolName(sent)
  if (!name) return
  await nameSchool(db, { id, stopgap: key, name, now: clock.now() }).catch((err: unknown) =>
    log.warn({ err }, 'school could not be named'),
  )
}

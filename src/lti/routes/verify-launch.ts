import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Needs } from '#src/context.ts'
import { requestingOrigin } from '#src/http/requesting-origin.ts'
import { isK12Key } from '#src/schools/store/credentials.ts'
import { nameSchool } from '#src/schools/store/schools.ts'
import { paths } from '#views/paths.ts'
import type { ReceivedLaunch } from '../launch-check.ts'
import { firstValue, type Parameters } from '../parameters.ts'
import type { Launch } from '../rules/launch.ts'
import type { Refusal } from '../rules/launch-refusal.ts'
import { launchText } from '../rules/launch-values.ts'
import type { Claim } from '../store/receive-launch.ts'
import { readLaunch } from '../v1p1/launch.ts'
import { maskedBaseString } from '../v1p1/masked-base-string.ts'
import { clockSkew, verifyLaunch, WINDOW_SECONDS } from '../v1p1/verify.ts'
import { type Claims, type Place, readClaims } from '../v1p3/claims.ts'
import { LaunchFault } from '../v1p3/fault.ts'
import { readJwt } from '../v1p3/jwt.ts'
import type { LaunchFacts } from '../v1p3/verified-claims.ts'
import { diaryLine } from './diary-line.ts'
import { verify13 } from './verify-launch-13.ts'

/** Longer than the validity of any launch that uses the nonce. */
const NONCE_KEPT_MS = 3 * WINDOW_SECONDS * 1000

type Verdict = { ok: true; launch: Launch; claim: Claim } | { ok: false; refusal: Refusal }

/** A launch of either version, verified or refused. Nothing is written yet. */
interface VerifiedLaunch {
  arrived: ReceivedLaunch
  verdict: Verdict
  facts?: LaunchFacts | undefined
  baseString?: string | null
}

/** Verifies an LTI 1.1 launch. */
export const verifyLaunch11 = async (
  request: FastifyRequest,
  parameters: Parameters,
  app: Needs<'clock' | 'db' | 'publicUrl' | 'schoolSecrets' | 'timezone'>,
): Promise<VerifiedLaunch> => {
  const { db, clock, schoolSecrets, publicUrl } = app
  const now = clock.now()
  const key = firstValue(parameters, 'oauth_consumer_key')
  if (!key) return { arrived: { version: '1.1', given: {}, launch: null, skew: null }, verdict: unreadable }
  const launch = readLaunch(parameters, app.timezone)
  const skew = clockSkew(firstValue(parameters, 'oauth_timestamp') ?? '', now)
  const arrived: ReceivedLaunch = { version: '1.1', given: parameters, launch, skew }
  // Only the path of the request target counts, because it may contain an absolute URL.
  const path = request.url === paths.launch ? paths.launch : new URL(request.url, publicUrl).pathname
  const url = publicUrl + path
  const verified = await verifyLaunch({ parameters, url, now, secrets: schoolSecrets })
  if (!verified.ok) {
    const { ok: _, ...refusal } = verified
    // The base string is useful only for signature errors. For K-12 schools it is never kept.
    const isKept = refusal.reason === 'signature' && !(await isK12Key(db, key))
    return {
      arrived,
      verdict: { ok: false, refusal },
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
  return { arrived, verdict: { ok: true, launch, claim } }
}

/** Names a school that has only its key for a name, after its LMS. A launch does not fail because of it. */
const nameFromLaunch = async (
  { log }: FastifyRequest,
  { db, clock }: Needs<'clock' | 'db'>,
  { schoolId: id, key, sent }: { schoolId: number; key: string; sent: string | undefined },
): Promise<void> => {
  const name = launchText(sent)?.slice(0, 200)
  if (!name) return
  await nameSchool(db, { id, stopgap: key, name, now: clock.now() }).catch((err: unknown) =>
    log.warn({ err }, 'school could not be named'),
  )
}

const unreadable: Verdict = { ok: false, refusal: { reason: 'unreadable' } }

/** Verifies an LTI 1.3 launch, or sends the page of its next step. */
export const verifyLaunch13 = async (
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Parameters,
  app: App,
): Promise<VerifiedLaunch | { reply: FastifyReply }> => {
  const verified = await verify13(request, reply, parameters, app)
  if (verified.go === 'answered') return verified
  const { facts } = verified
  if (verified.go === 'asked') {
    app.diary.write(diaryLine({ request, parameters, received: { go: 'asked' }, facts, now: app.clock.now() }))
    return verified
  }
  const given = facts.claims ?? readJwt(firstValue(parameters, 'id_token') ?? '')?.claims ?? {}
  const iat = typeof given.iat === 'number' ? given.iat : null
  const skew = iat === null ? null : Math.round(iat - app.clock.now().getTime() / 1000)
  const isGood = verified.go === 'verified'
  const launch = isGood ? verified.launch : tryReading(given, app)
  const arrived: ReceivedLaunch = { version: '1.3', given, launch, skew }
  const verdict: Verdict = isGood
    ? { ok: true, launch: verified.launch, claim: verified.claim }
    : { ok: false, refusal: verified.refusal }
  return { arrived, verdict, facts }
}

/** Reads unverified claims for the check page; null when they are invalid. */
const tryReading = (claims: Claims, place: Place): Launch | null => {
  try {
    return readClaims(claims, place)
  } catch (error) {
    if (error instanceof LaunchFault) return null
    throw error
  }
}

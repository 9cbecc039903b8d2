import type { FastifyRequest } from 'fastify'
import type { Needs } from '#src/context.ts'
import { storable } from '#src/core/rules/plain-text.ts'
import { requestingOrigin } from '#src/http/security.ts'
import { isK12Key } from '#src/schools/consumers.ts'
import { nameSchool } from '#src/schools/schools.ts'
import { paths } from '#views/paths.ts'
import type { ReceivedLaunch } from '../launch-check.ts'
import { firstValue, type Parameters } from '../parameters.ts'
import type { Received } from '../receive-launch.ts'
import { WINDOW_SECONDS } from '../rules/clock.ts'
import type { Launch } from '../rules/launch.ts'
import { launchSchoolName } from '../rules/launch-course.ts'
import type { Refusal } from '../rules/launch-refusals.ts'
import type { DiaryLine } from '../store/launch-diary.ts'
import type { Claim } from '../store/receive-launch.ts'
import { clockSkew, readLaunch, verifyLaunch } from '../v1p1/launch.ts'
import { maskedBaseString } from '../v1p1/signature.ts'
import type { LaunchFacts } from '../v1p3/verified-claims.ts'

interface Ended {
  request: FastifyRequest
  parameters: Parameters
  received: Received | { go: 'checked' } | { go: 'asked' }
  /** Masked base string of a refused 1.1 launch. */
  baseString?: string | null | undefined
  /** Facts about a 1.3 launch; absent for 1.1. */
  facts?: LaunchFacts | undefined
  now: Date
}

/** Several times the size of a real base string. A stranger may send more. */
const MOST_SIGNED = 16_000

/**
 * Returns the diary line of a launch or login: technical facts and parameter names, no values that identify a person.
 */
export const diaryLine = ({ request, parameters, received, facts, now, baseString }: Ended): DiaryLine => {
  const sent = (name: string) => cut(firstValue(parameters, name))
  const skew = facts
    ? facts.issuedAt && Math.round(facts.issuedAt - now.getTime() / 1000)
    : clockSkew(firstValue(parameters, 'oauth_timestamp') ?? '', now)
  return {
    at: now,
    reference: request.id,
    version: facts ? '1.3' : '1.1',
    outcome: received.go === 'refused' ? received.reason : received.go,
    binding: facts?.binding ?? null,
    consumerKey: facts ? null : sent('oauth_consumer_key'),
    issuer: facts ? (cut(facts.issuer) ?? sent('iss')) : null,
    clientId: facts ? (cut(facts.clientId) ?? sent('client_id')) : null,
    deploymentId: facts ? (cut(facts.deploymentId) ?? sent('lti_deployment_id')) : null,
    contextId: facts ? cut(facts.contextId) : sent('context_id'),
    skewSeconds: skew === null || skew === undefined || Math.abs(skew) > 2e9 ? null : skew,
    parameters: [...Object.keys(parameters), ...Object.keys(facts?.claims ?? {})]
      .slice(0, 200)
      .map(name => storable(name).slice(0, 100)),
    baseString: baseString ? storable(baseString).slice(0, MOST_SIGNED) : null,
    detail: storable(detailOf(received)).slice(0, 500) || null,
  }
}

const detailOf = (received: Ended['received']): string => {
  if (received.go === 'observer') return received.as
  return (received.go === 'refused' && received.detail) || ''
}

const cut = (text: string | undefined): string | null => storable(text ?? '').slice(0, 200) || null

/** Longer than the validity of any launch that uses the nonce. */
const NONCE_KEPT_MS = 3 * WINDOW_SECONDS * 1000

export type Verdict = { ok: true; launch: Launch; claim: Claim } | { ok: false; refusal: Refusal }

/** A launch of either version, verified or refused. Nothing is written yet. */
export interface VerifiedLaunch {
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
  const name = launchSchoolName(sent)
  if (!name) return
  await nameSchool(db, { id, stopgap: key, name, now: clock.now() }).catch((err: unknown) =>
    log.warn({ err }, 'school could not be named'),
  )
}

const unreadable: Verdict = { ok: false, refusal: { reason: 'unreadable' } }

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { askingOrigin } from '#src/http/asking-origin.ts'
import { fieldsOf } from '#src/http/fields.ts'
import { isK12Key, nameConsumer } from '#src/schools/index.ts'
import { LaunchChecked } from '#views/launching/launch-checked.tsx'
import { paths } from '#views/paths.ts'
import { answerLaunch } from './answer-launch.ts'
import { mountConfiguration, toolAddresses } from './configuration-routes.ts'
import { diaryLine } from './diary-line.ts'
import { type Examination, isCheckRequested, makeLaunchCheck, type ReceivedLaunch } from './launch-check.ts'
import { collectLaunchParameters, firstValue, type Parameters } from './parameters.ts'
import type { Received } from './receive-launch.ts'
import { mountRegistration } from './registration.ts'
import type { LtiDeps } from './route-deps.ts'
import type { Launch } from './rules/launch.ts'
import type { LaunchCheck } from './rules/launch-check.ts'
import { type Refusal, refusals } from './rules/launch-refusal.ts'
import { launchText } from './rules/launch-values.ts'
import type { Claim } from './store/receive-launch.ts'
import { readLaunch } from './v1p1/launch.ts'
import { maskedBaseString } from './v1p1/masked-base-string.ts'
import { clockSkew, verifyLaunch, WINDOW_SECONDS } from './v1p1/verify.ts'
import { type Claims, type Place, readClaims } from './v1p3/claims.ts'
import { continueLaunch } from './v1p3/continue-launch.ts'
import { LaunchFault } from './v1p3/fault.ts'
import { readJwt } from './v1p3/jwt.ts'
import { verify13 } from './v1p3/launch.ts'
import { launchFramers } from './v1p3/launch-framers.ts'
import { beginLogin } from './v1p3/login.ts'
import { examineToken } from './v1p3/token-faults.ts'
import type { LaunchFacts } from './v1p3/verified-claims.ts'

/** Skips input cleaning: the signature covers the input exactly as sent. */
const asSent = { config: { asSent: true } }

/** Longer than the validity of any launch that uses the nonce. */
const NONCE_KEPT_MS = 3 * WINDOW_SECONDS * 1000

/** Mounts the LTI routes. Both versions use POST /lti/launch, so that a school can move to 1.3 and keep its links. */
export const mountLti = (server: FastifyInstance, deps: LtiDeps): void => {
  const { diary, clock, modules } = deps
  server.post(paths.launch, asSent, async (request, reply) => {
    const parameters = collectLaunchParameters(request.query, request.body)
    // A 1.3 launch has an id_token, or an error in its place.
    const is13 = firstValue(parameters, 'id_token') !== undefined || firstValue(parameters, 'error') !== undefined
    const verifiedLaunch = is13
      ? await receive13(request, reply, parameters, deps)
      : await receive11(request, parameters, deps)
    if ('reply' in verifiedLaunch) return verifiedLaunch.reply
    const { arrived, verdict, facts, baseString } = verifiedLaunch
    const write = (received: Received | { go: 'checked' }) =>
      diary.write(diaryLine({ request, parameters, received, facts, baseString, now: clock.now() }))
    if (isCheckRequested(arrived.version, arrived.given)) {
      const refusal = verdict.ok
        ? (await modules.lti.claimLaunchOnly(verdict.claim))
          ? null
          : replay
        : verdict.refusal
      write(refusal ? refused(refusal) : { go: 'checked' })
      const examination = refusal && is13 ? await examine(refusal, parameters, facts, deps) : undefined
      const check = makeLaunchCheck(arrived, { refusal, examination, timezone: deps.timezone })
      return showCheck(reply, request, check, facts, deps)
    }
    const received = verdict.ok
      ? await modules.lti.receiveLaunch(verdict.launch, verdict.claim)
      : refused(verdict.refusal)
    write(received)
    return answerLaunch(reply, request, received, facts?.login, deps)
  })
  server.get(paths.launch, async (request, reply) =>
    answerLaunch(reply, request, refused({ reason: 'unreadable' }), undefined, deps),
  )

  server.post(paths.ltiContinue, async (request, reply) => {
    const { facts, ...verified } = await continueLaunch(request, fieldsOf(request.body).id ?? '', deps)
    const received =
      verified.go === 'verified'
        ? await modules.lti.receiveLaunch(verified.launch, verified.claim)
        : refused(verified.refusal)
    diary.write(diaryLine({ request, parameters: {}, received, facts, now: clock.now() }))
    return answerLaunch(reply, request, received, facts.login, deps)
  })

  const login = async (request: FastifyRequest, reply: FastifyReply) => {
    const stopped = await beginLogin(request, reply, deps)
    if (!stopped) return reply
    const parameters = collectLaunchParameters(request.query, request.body)
    const received = refused(stopped.refusal)
    diary.write(diaryLine({ request, parameters, received, facts: {}, now: clock.now() }))
    const login = stopped.platform && { platform: stopped.platform, lmsOrigin: null }
    return answerLaunch(reply, request, received, login, deps)
  }
  server.get(paths.ltiLogin, asSent, login)
  server.post(paths.ltiLogin, asSent, login)

  const tool = toolAddresses(deps.publicUrl)
  mountConfiguration(server, tool)
  mountRegistration(server, deps, tool)

  server.get(paths.keys, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return modules.schools.publishedKeys()
  })
}

const refused = (refusal: Refusal): Received => ({ go: 'refused', ...refusal })

const replay: Refusal = { reason: 'nonce' }

type Verdict = { ok: true; launch: Launch; claim: Claim } | { ok: false; refusal: Refusal }

/** A launch of either version, verified or refused. Nothing is written yet. */
interface VerifiedLaunch {
  arrived: ReceivedLaunch
  verdict: Verdict
  facts?: LaunchFacts | undefined
  baseString?: string | null
}

const receive11 = async (request: FastifyRequest, parameters: Parameters, deps: LtiDeps): Promise<VerifiedLaunch> => {
  const { db, clock, secrets, publicUrl } = deps
  const now = clock.now()
  const key = firstValue(parameters, 'oauth_consumer_key')
  if (!key) return { arrived: { version: '1.1', given: {}, launch: null, skew: null }, verdict: unreadable }
  const launch = readLaunch(parameters, deps.timezone)
  const skew = clockSkew(firstValue(parameters, 'oauth_timestamp') ?? '', now)
  const arrived: ReceivedLaunch = { version: '1.1', given: parameters, launch, skew }
  // Only the path of the request target counts, because it may contain an absolute URL.
  const path = request.url === paths.launch ? paths.launch : new URL(request.url, publicUrl).pathname
  const url = publicUrl + path
  const verified = await verifyLaunch({ parameters, url, now, secrets })
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
  const { consumerId, isNamed, nonce } = verified
  if (!isNamed)
    await nameSchool(request, deps, { consumerId, sent: firstValue(parameters, 'tool_consumer_instance_name') })
  const nonceExpiresAt = new Date(now.getTime() + NONCE_KEPT_MS)
  const seenOrigin = askingOrigin(request, publicUrl)
  const claim: Claim = { version: '1.1', consumerId, nonce, nonceExpiresAt, seenOrigin }
  return { arrived, verdict: { ok: true, launch, claim } }
}

/** Names a school that has only its key for a name, after its LMS. A launch does not fail because of it. */
const nameSchool = async (
  { log }: FastifyRequest,
  { db, clock }: LtiDeps,
  { consumerId: id, sent }: { consumerId: number; sent: string | undefined },
): Promise<void> => {
  const name = launchText(sent)?.slice(0, 200)
  if (!name) return
  await nameConsumer(db, { id, name, now: clock.now() }).catch((err: unknown) =>
    log.warn({ err }, 'school could not be named'),
  )
}

const unreadable: Verdict = { ok: false, refusal: { reason: 'unreadable' } }

const receive13 = async (
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Parameters,
  deps: LtiDeps,
): Promise<VerifiedLaunch | { reply: FastifyReply }> => {
  const verified = await verify13(request, reply, parameters, deps)
  if (verified.go === 'answered') return verified
  const { facts } = verified
  if (verified.go === 'asked') {
    deps.diary.write(diaryLine({ request, parameters, received: { go: 'asked' }, facts, now: deps.clock.now() }))
    return verified
  }
  const given = facts.claims ?? readJwt(firstValue(parameters, 'id_token') ?? '')?.claims ?? {}
  const iat = typeof given.iat === 'number' ? given.iat : null
  const skew = iat === null ? null : Math.round(iat - deps.clock.now().getTime() / 1000)
  const isGood = verified.go === 'verified'
  const launch = isGood ? verified.launch : tryReading(given, deps)
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

/** Lists all faults of a 1.3 launch, beyond the one that ended it. */
const examine = (
  { reason }: Refusal,
  parameters: Parameters,
  { login, binding }: LaunchFacts = {},
  { clock, publicUrl, timezone, platformKeys }: LtiDeps,
): Promise<Examination> =>
  examineToken({
    idToken: firstValue(parameters, 'id_token') ?? '',
    now: clock.now(),
    place: { publicUrl, timezone },
    login: login ?? null,
    // Do not wait again for a platform that just failed to respond.
    mayAskForKeys: Boolean(binding) && reason !== 'platform-keys',
    findKey: (url, kid) => platformKeys.find(url, kid),
  })

const showCheck = (
  reply: FastifyReply,
  request: FastifyRequest,
  check: LaunchCheck,
  facts: LaunchFacts | undefined,
  { pages, publicUrl }: LtiDeps,
): FastifyReply => {
  const main = createElement(LaunchChecked, { check, reference: request.id, site: pages.site })
  const framedBy = launchFramers(request, facts?.login, publicUrl)
  const status = check.refusal ? refusals[check.refusal.reason].status : 200
  return pages.send(reply, { chrome: 'bare', framedBy, status, title: 'Check of a launch', main })
}

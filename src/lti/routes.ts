import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { LaunchRefused } from '#views/errors/launch-refused.tsx'
import { LaunchChecked } from '#views/launching/launch-checked.tsx'
import { hrefs, paths } from '#views/paths.ts'
import type { Launch } from '../domain/launch.ts'
import type { LaunchCheck } from '../domain/launch-check.ts'
import { type Refusal, refusals } from '../domain/launch-refusal.ts'
import type { Received } from '../operations/receive-launch.ts'
import { isK12Key } from '../store/queries/credentials.ts'
import type { Claim } from '../store/queries/receive-launch.ts'
import { type Arrived, asksForCheck, checkOf, type Examination } from './check.ts'
import { mountConfiguration, toolAddresses } from './configuration.ts'
import type { LtiDeps } from './deps.ts'
import { diaryLine } from './diary-line.ts'
import { collectParameters, first, type Parameters } from './parameters.ts'
import { mountRegistration } from './registration.ts'
import { readLaunch } from './v1p1/launch.ts'
import { maskedBaseString } from './v1p1/masked-base-string.ts'
import { clockSkew, verifyLaunch, WINDOW_SECONDS } from './v1p1/verify.ts'
import { type Claims, type Place, readClaims } from './v1p3/claims.ts'
import { Fault } from './v1p3/fault.ts'
import { readJwt } from './v1p3/jwt.ts'
import { type Facts, verify13 } from './v1p3/launch.ts'
import { beginLogin } from './v1p3/login.ts'
import { examineToken } from './v1p3/token-faults.ts'

/** A school has signed it: not a character is changed before that is checked. */
const asSent = { config: { asSent: true } }

/** Nonces are kept for longer than any launch that could carry them is good. */
const NONCE_KEPT_MS = 3 * WINDOW_SECONDS * 1000

/** POST /lti/launch (contract.md, LTI). One address for both versions, so that a school may move and keep its links. */
export const mountLti = (server: FastifyInstance, deps: LtiDeps): void => {
  const { diary, clock, operations } = deps
  server.post(paths.launch, asSent, async (request, reply) => {
    const parameters = collectParameters(request.query, request.body)
    // An id_token, or the error that comes in its place, makes it 1.3.
    const is13 = first(parameters, 'id_token') !== undefined || first(parameters, 'error') !== undefined
    const taken = is13 ? await take13(request, reply, parameters, deps) : await take11(request, parameters, deps)
    if ('reply' in taken) return taken.reply
    const { arrived, verdict, facts, baseString } = taken
    const write = (received: Received | { go: 'checked' }) =>
      diary.write(diaryLine({ request, parameters, received, facts, baseString, now: clock.now() }))
    if (asksForCheck(arrived.version, arrived.given)) {
      const refusal = verdict.ok ? ((await operations.checkLaunch(verdict.claim)) ? null : replayed) : verdict.refusal
      write(refusal ? refused(refusal) : { go: 'checked' })
      const examination = refusal && is13 ? await examine(refusal, parameters, facts, deps) : undefined
      const check = checkOf(arrived, { refusal, examination, timezone: deps.timezone })
      return showCheck(reply, request, check, deps)
    }
    const received = verdict.ok
      ? await operations.receiveLaunch(verdict.launch, verdict.claim)
      : refused(verdict.refusal)
    write(received)
    return answer(reply, request, received, deps)
  })
  server.get(paths.launch, async (request, reply) => answer(reply, request, refused({ reason: 'unreadable' }), deps))

  const login = async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = await beginLogin(request, reply, deps)
    if (!refusal) return reply
    const parameters = collectParameters(request.query, request.body)
    diary.write(diaryLine({ request, parameters, received: refused(refusal), facts: {}, now: clock.now() }))
    return answer(reply, request, refused(refusal), deps)
  }
  server.get(paths.ltiLogin, asSent, login)
  server.post(paths.ltiLogin, asSent, login)

  const tool = toolAddresses(deps.publicUrl)
  mountConfiguration(server, tool)
  mountRegistration(server, deps, tool)

  server.get(paths.keys, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return operations.publishedKeys()
  })
}

const refused = (refusal: Refusal): Received => ({ go: 'refused', ...refusal })

const replayed: Refusal = { reason: 'nonce' }

type Verdict = { ok: true; launch: Launch; claim: Claim } | { ok: false; refusal: Refusal }

/** A launch of either version, read and verified, or refused. Nothing of it is written yet. */
interface Taken {
  arrived: Arrived
  verdict: Verdict
  facts?: Facts | undefined
  baseString?: string | null
}

const take11 = async (request: FastifyRequest, parameters: Parameters, deps: LtiDeps): Promise<Taken> => {
  const { db, clock, secrets, publicUrl } = deps
  const now = clock.now()
  const key = first(parameters, 'oauth_consumer_key')
  if (!key) return { arrived: { version: '1.1', given: {}, launch: null, skew: null }, verdict: unreadable }
  const launch = readLaunch(parameters, deps.timezone)
  const skew = clockSkew(first(parameters, 'oauth_timestamp') ?? '', now)
  const arrived: Arrived = { version: '1.1', given: parameters, launch, skew }
  // Of what the request says about its address only the path counts: a whole address in the request line does not.
  const path = request.url === paths.launch ? paths.launch : new URL(request.url, publicUrl).pathname
  const url = publicUrl + path
  const verified = await verifyLaunch({ parameters, url, now, secrets })
  if (!verified.ok) {
    const { ok: _, ...refusal } = verified
    // A base string is of use where the signature is wrong; of a K-12 school's launch the diary has its line alone.
    const isKept = refusal.reason === 'signature' && !(await isK12Key(db, key))
    return {
      arrived,
      verdict: { ok: false, refusal },
      baseString: isKept ? maskedBaseString(url, parameters) : null,
    }
  }
  const { consumerId, nonce } = verified
  const claim: Claim = { version: '1.1', consumerId, nonce, nonceExpiresAt: new Date(now.getTime() + NONCE_KEPT_MS) }
  return { arrived, verdict: { ok: true, launch, claim } }
}

const unreadable: Verdict = { ok: false, refusal: { reason: 'unreadable' } }

const take13 = async (
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Parameters,
  deps: LtiDeps,
): Promise<Taken | { reply: FastifyReply }> => {
  const verified = await verify13(request, reply, parameters, deps)
  if (verified.go === 'answered') return verified
  const { facts } = verified
  const given = facts.claims ?? readJwt(first(parameters, 'id_token') ?? '')?.claims ?? {}
  const iat = typeof given.iat === 'number' ? given.iat : null
  const skew = iat === null ? null : Math.round(iat - deps.clock.now().getTime() / 1000)
  const isGood = verified.go === 'verified'
  const launch = isGood ? verified.launch : tryReading(given, deps)
  const arrived: Arrived = { version: '1.3', given, launch, skew }
  const verdict: Verdict = isGood
    ? { ok: true, launch: verified.launch, claim: verified.claim }
    : { ok: false, refusal: verified.refusal }
  return { arrived, verdict, facts }
}

/** How claims would be understood, for the check page alone. */
const tryReading = (claims: Claims, place: Place): Launch | null => {
  try {
    return readClaims(claims, place)
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

/** All that is wrong with a 1.3 launch, also behind the fault that ended it. */
const examine = (
  { reason }: Refusal,
  parameters: Parameters,
  { login, isBound = false }: Facts = {},
  { clock, publicUrl, timezone, platformKeys }: LtiDeps,
): Promise<Examination> =>
  examineToken({
    idToken: first(parameters, 'id_token') ?? '',
    now: clock.now(),
    place: { publicUrl, timezone },
    login: login ?? null,
    // A platform that did not answer a moment ago is not waited for twice.
    mayAskForKeys: isBound && reason !== 'platform-keys',
    findKey: (url, kid) => platformKeys.find(url, kid),
  })

const showCheck = (
  reply: FastifyReply,
  request: FastifyRequest,
  check: LaunchCheck,
  { pages }: LtiDeps,
): FastifyReply => {
  const main = createElement(LaunchChecked, { check, reference: request.id, site: pages.site })
  const status = check.refusal ? refusals[check.refusal.reason].status : 200
  return pages.send(reply, { chrome: 'bare', framedBy: { lms: [] }, status, title: 'Launch check', main })
}

const answer = (reply: FastifyReply, request: FastifyRequest, received: Received, { pages }: LtiDeps): FastifyReply => {
  switch (received.go) {
    case 'pay':
      return reply.redirect(hrefs.ltiPay(received.token), 303)
    case 'teacher':
      return reply.redirect(hrefs.ltiTeacher(received.token, received.state, received.unit?.toString()), 303)
    case 'wts':
      return reply.redirect(hrefs.ltiWts(received.token, received.state), 303)
    case 'deep_link':
      return reply.redirect(hrefs.deepLink(received.token, received.state), 303)
    case 'observer':
      return reply.redirect(paths.ltiObserver, 303)
    case 'refused': {
      const { status, title } = refusals[received.reason]
      const main = createElement(LaunchRefused, { refusal: received, reference: request.id, site: pages.site })
      return pages.send(reply, { chrome: 'bare', framedBy: { lms: [] }, status, title, main })
    }
    default:
      return received satisfies never
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Needs } from '#src/context.ts'
import { sha256 } from '#src/core/crypto.ts'
import { storable } from '#src/core/rules/plain-text.ts'
import type { ReceivedLaunch } from '../launch-check.ts'
import type { Received } from '../receive-launch.ts'
import { clockSkew, firstValue, type Launch, type Parameters } from '../rules/launch.ts'
import type { Refusal } from '../rules/launch-refusals.ts'
import { findLogin, type Login } from '../store/logins.ts'
import { CLAIM, type Claims, isCheckRequested, type Place, readClaims } from '../v1p3/claims.ts'
import { validateIdToken } from '../v1p3/ltijs.ts'
import { LaunchFault, type PlatformAnswer, readAnswer, readJwt, refusalOf } from '../v1p3/platform-answers.ts'
import { factsOf, type LaunchFacts, readVerified, refusedFor, type Verdict } from '../v1p3/verified-claims.ts'
import { askToContinue } from './continue-launch.ts'
import { askStorage, clearBinding, findBinding, isSameClient, otherClient } from './login.ts'

interface Ended {
  parameters: Parameters
  received: Received | { go: 'checked' } | { go: 'asked' }
  /** Masked base string of a refused 1.1 launch. */
  baseString?: string | null | undefined
  /** Facts about a 1.3 launch; absent for 1.1. */
  facts?: LaunchFacts | undefined
}

/** Writes the diary line of a launch or login: technical facts and parameter names, nothing personal. */
export const logLaunch = (
  { diary, clock }: Needs<'clock' | 'diary'>,
  request: FastifyRequest,
  { parameters, received, facts, baseString }: Ended,
): void => {
  const now = clock.now()
  const sent = (name: string) => cut(firstValue(parameters, name))
  const skew = facts
    ? facts.issuedAt && Math.round(facts.issuedAt - now.getTime() / 1000)
    : clockSkew(firstValue(parameters, 'oauth_timestamp') ?? '', now)
  diary.write({
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
    baseString: baseString ? storable(baseString) : null,
    detail: storable(detailOf(received)).slice(0, 500) || null,
  })
}

const detailOf = (received: Ended['received']): string => {
  if (received.go === 'observer') return received.as
  return (received.go === 'refused' && received.detail) || ''
}

const cut = (text: string | undefined): string | null => storable(text ?? '').slice(0, 200) || null

/** A launch of either version, verified or refused. Nothing is written yet. */
export interface VerifiedLaunch {
  arrived: ReceivedLaunch
  /** A teacher or administrator asked for a launch check. */
  asksForCheck: boolean
  verdict: Verdict
  facts?: LaunchFacts | undefined
  baseString?: string | null
}

/** Verifies an LTI 1.3 launch, and writes a new deployment; or sends the page of its next step. */
export const verifyLaunch13 = async (
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Parameters,
  app: App,
): Promise<VerifiedLaunch | { reply: FastifyReply }> => {
  const facts: LaunchFacts = {}
  const verdict = await verify13(reply, parameters, facts, app)
  if ('reply' in verdict) {
    if (verdict.isAsked) logLaunch(app, request, { parameters, received: { go: 'asked' }, facts })
    return verdict
  }
  const given = facts.claims ?? readJwt(firstValue(parameters, 'id_token') ?? '')?.claims ?? {}
  const iat = typeof given.iat === 'number' ? given.iat : null
  const skew = iat === null ? null : Math.round(iat - app.clock.now().getTime() / 1000)
  const launch = verdict.ok ? verdict.launch : tryReading(given, app)
  const arrived: ReceivedLaunch = { version: '1.3', given, launch, skew }
  return { arrived, asksForCheck: isCheckRequested(given), verdict, facts }
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

/** The browser needs another step, whose page was sent. `isAsked`: the launch is good and waits for the button Continue. */
interface NextStep {
  reply: FastifyReply
  isAsked: boolean
}

const verify13 = async (
  reply: FastifyReply,
  parameters: Parameters,
  facts: LaunchFacts,
  app: App,
): Promise<Verdict | NextStep> => {
  const { request } = reply
  const sent = readAnswer(parameters)
  const login = await findLogin(app.db, sha256(firstValue(parameters, 'state') ?? ''))
  if (login) Object.assign(facts, factsOf(login))
  if ('reason' in sent) return refusedFor(sent)

  const now = app.clock.now()
  if (!login || login.expiresAt.getTime() <= now.getTime())
    return refusedFor({
      reason: 'state',
      detail: login ? 'the login began more than ten minutes ago' : 'this state does not belong to a login',
    })
  facts.binding = findBinding(request, login, sent.stored, app.publicUrl)
  if (login.consumedAt) return refusedFor({ reason: 'nonce', detail: 'the login of this launch was already used' })
  if (!facts.binding && login.storageTarget && sent.stored === undefined)
    return { reply: askStorage(reply, login, login.storageTarget, sent, app), isAsked: false }
  const cannotAsk = facts.binding ? null : whyNotAsk(request, login, sent)
  return cannotAsk ? refusedFor(cannotAsk) : openToken(reply, sent.idToken, login, facts, app)
}

/** Verifies the token and reads its launch into the facts. A launch of an unknown browser waits for a click. */
const openToken = async (
  reply: FastifyReply,
  idToken: string,
  login: Login,
  facts: LaunchFacts,
  app: App,
): Promise<Verdict | NextStep> => {
  try {
    const claims = await validateIdToken(idToken, login, app.platformKeys, app.clock.now())
    facts.claims = claims
    const verdict = await readVerified(claims, login, facts, app)
    if (!verdict.ok) return verdict
    if (facts.binding) {
      clearBinding(reply, login.stateHash)
      return verdict
    }
    return { reply: await askToContinue(reply, { login, claims, launch: verdict.launch }, app), isAsked: true }
  } catch (fault) {
    const refusal = refusalOf(fault)
    if (!refusal) throw fault
    if (refusal.reason === 'token-time') Object.assign(facts, timesOf(idToken))
    return refusedFor(refusal)
  }
}

/** Facts of a token that is signed and too old or too early, so that its school learns about its clock. */
const timesOf = (idToken: string): Pick<LaunchFacts, 'issuedAt' | 'deploymentId'> => {
  const { iat, [`${CLAIM}deployment_id`]: deployment } = readJwt(idToken)?.claims ?? {}
  return {
    issuedAt: typeof iat === 'number' ? iat : undefined,
    ...(typeof deployment === 'string' ? { deploymentId: deployment } : {}),
  }
}

/** Returns why a launch of an unknown browser is refused before its token is read; null if a click may open it. */
const whyNotAsk = (request: FastifyRequest, login: Login, { idToken }: PlatformAnswer): Refusal | null => {
  if (!isSameClient(request, login)) return otherClient
  const isCheck = isCheckRequested(readJwt(idToken)?.claims ?? {})
  return isCheck || !login.platform.opensWithoutCookies ? { reason: 'browser' } : null
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Needs } from '#src/context.ts'
import { sha256 } from '#src/core/crypto.ts'
import { isCheckRequested, type ReceivedLaunch } from '../launch-check.ts'
import { firstValue, type Parameters } from '../parameters.ts'
import type { Launch } from '../rules/launch.ts'
import type { Refusal } from '../rules/launch-refusals.ts'
import { findLogin, type Login } from '../store/logins.ts'
import { CLAIM, type Claims, type Place, readClaims } from '../v1p3/claims.ts'
import { validateIdToken } from '../v1p3/ltijs.ts'
import {
  LaunchFault,
  makeRefusal,
  type PlatformAnswer,
  readAnswer,
  readJwt,
  refusalOf,
} from '../v1p3/platform-answers.ts'
import { factsOf, type LaunchFacts, readVerified, type Verdict13 } from '../v1p3/verified-claims.ts'
import { askStorage, clearBinding, findBinding } from './binding.ts'
import { askToContinue, isSameClient, otherClient } from './continue-launch.ts'
import { diaryLine, type Verdict, type VerifiedLaunch } from './verify-launch.ts'

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

type Verified13 =
  | Verdict13
  /** The browser needs another step, such as the button Continue; its page was sent. */
  | { go: 'answered'; reply: FastifyReply }

/** Checks state, token, deployment and browser. Writes a new deployment, and a launch that must wait. */
const verify13 = async (
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Parameters,
  app: App,
): Promise<Verified13> => {
  const facts: LaunchFacts = {}
  const refuse = (refusal: Refusal): Verified13 => ({ go: 'refused', refusal, facts })
  const sent = readAnswer(parameters)
  const login = await findLogin(app.db, sha256(firstValue(parameters, 'state') ?? ''))
  if (login) Object.assign(facts, factsOf(login))
  if ('reason' in sent) return refuse(sent)

  const now = app.clock.now()
  if (!login || login.expiresAt.getTime() <= now.getTime())
    return refuse(
      makeRefusal(
        'state',
        login ? 'the login began more than ten minutes ago' : 'this state does not belong to a login',
      ),
    )
  facts.binding = findBinding(request, login, sent.stored, app.publicUrl)
  if (login.consumedAt) return refuse(makeRefusal('nonce', 'the login of this launch was already used'))
  if (!facts.binding && login.storageTarget && sent.stored === undefined)
    return { go: 'answered', reply: askStorage(request, reply, login, login.storageTarget, sent, app) }
  const cannotAsk = facts.binding ? null : whyNotAsk(request, login, sent)
  return cannotAsk ? refuse(cannotAsk) : openToken(reply, { parameters, idToken: sent.idToken, login, facts, now }, app)
}

interface OpenToken {
  parameters: Parameters
  idToken: string
  login: Login
  /** Gets the claims, once they are verified. */
  facts: LaunchFacts
  now: Date
}

/** Verifies the token and reads its launch. A launch of an unknown browser waits for a click. */
const openToken = async (
  reply: FastifyReply,
  { parameters, idToken, login, facts, now }: OpenToken,
  app: App,
): Promise<Verified13> => {
  const refuse = (refusal: Refusal): Verified13 => ({ go: 'refused', refusal, facts })
  try {
    const claims = await verifyToken(idToken, login, app, now)
    facts.claims = claims
    const good = await readVerified(claims, login, facts, app)
    if ('reason' in good) return refuse(good)
    if (facts.binding) {
      clearBinding(reply, login.stateHash)
      return { go: 'verified', ...good, facts }
    }
    await askToContinue(reply, { login, claims, launch: good.launch }, app)
    app.diary.write(diaryLine({ request: reply.request, parameters, received: { go: 'asked' }, facts, now }))
    return { go: 'answered', reply }
  } catch (fault) {
    const refusal = refusalOf(fault)
    if (!refusal) throw fault
    if (refusal.reason === 'token-time') Object.assign(facts, timesOf(idToken))
    return refuse(refusal)
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
  const isCheck = isCheckRequested('1.3', readJwt(idToken)?.claims ?? {})
  return isCheck || !login.platform.opensWithoutCookies ? { reason: 'browser' } : null
}

const verifyToken = (
  idToken: string,
  { platform, nonceHash }: Login,
  { platformKeys }: Needs<'platformKeys'>,
  now: Date,
): Promise<Claims> =>
  validateIdToken({
    idToken,
    issuer: platform.issuer,
    clientId: platform.clientId,
    isActive: platform.isActive,
    now,
    findKey: kid => platformKeys.find(platform.publicKeysUrl, kid),
    renewKey: (kid, failed) => platformKeys.renew(platform.publicKeysUrl, kid, failed),
    isNonce: nonce => sha256(nonce) === nonceHash,
  })

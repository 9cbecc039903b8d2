import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { OpeningCourse } from '#views/launching/opening-course.tsx'
import { paths } from '#views/paths.ts'
import { isCheckRequested } from '../launch-check.ts'
import { firstValue, type Parameters } from '../parameters.ts'
import type { LtiDeps } from '../route-deps.ts'
import type { Refusal } from '../rules/launch-refusal.ts'
import { findLogin, type Login } from '../store/logins.ts'
import { clearBinding, findBinding, storageKey } from './binding.ts'
import type { Claims } from './claims.ts'
import { askToContinue, isSameClient, otherClient } from './continue-launch.ts'
import { refusalOf } from './fault.ts'
import { readJwt } from './jwt.ts'
import { launchFramers } from './launch-framers.ts'
import { validateIdToken } from './ltijs.ts'
import { factsOf, type LaunchFacts, readVerified, type Verdict13 } from './verified-claims.ts'

const ID_TOKEN_MAX = 64 * 1024

type Verified13 =
  | Verdict13
  /** The browser needs another step; its page was sent. */
  | { go: 'answered'; reply: FastifyReply }
  /** The launch is good and waits for the button Continue; its page was sent. */
  | { go: 'asked'; reply: FastifyReply; facts: LaunchFacts }

/** Verifies a 1.3 launch: state, token, deployment, browser. Writes a new deployment, and a launch that must wait. */
export const verify13 = async (
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Parameters,
  deps: LtiDeps,
): Promise<Verified13> => {
  const facts: LaunchFacts = {}
  const refuse = (refusal: Refusal): Verified13 => ({ go: 'refused', refusal, facts })
  const sent = readAnswer(parameters)
  const login = await findLogin(deps.db, sha256(firstValue(parameters, 'state') ?? ''))
  if (login) Object.assign(facts, factsOf(login))
  if ('reason' in sent) return refuse(sent)

  const now = deps.clock.now()
  if (!login || login.expiresAt.getTime() <= now.getTime())
    return refuse(
      makeRefusal(
        'state',
        login ? 'the login began more than ten minutes ago' : 'this state does not belong to a login',
      ),
    )
  facts.binding = findBinding(request, login, sent.stored)
  if (login.consumedAt) return refuse(makeRefusal('nonce', 'the login of this launch was already used'))
  if (!facts.binding && login.storageTarget && sent.stored === undefined)
    return { go: 'answered', reply: askStorage(request, reply, login, login.storageTarget, sent, deps) }
  const cannotAsk = facts.binding ? null : whyNotAsk(request, login, sent)
  if (cannotAsk) return refuse(cannotAsk)
  try {
    const claims = await verifyToken(sent.idToken, login, deps, now)
    facts.claims = claims
    const good = await readVerified(claims, login, facts, deps)
    if ('reason' in good) return refuse(good)
    if (facts.binding) {
      clearBinding(reply, login.stateHash)
      return { go: 'verified', ...good, facts }
    }
    return { go: 'asked', reply: await askToContinue(reply, { login, claims, launch: good.launch }, deps), facts }
  } catch (fault) {
    const refusal = refusalOf(fault)
    if (!refusal) throw fault
    return refuse(refusal)
  }
}

/** Returns why a launch of an unknown browser is refused before its token is read; null if a click may open it. */
const whyNotAsk = (request: FastifyRequest, login: Login, { idToken }: PlatformAnswer): Refusal | null => {
  if (!isSameClient(request, login)) return otherClient
  const isCheck = isCheckRequested('1.3', readJwt(idToken)?.claims ?? {})
  return isCheck || !login.platform.opensWithoutCookies ? { reason: 'browser' } : null
}

const makeRefusal = (reason: Refusal['reason'], detail: string): Refusal => ({ reason, detail })

/** The platform's answer to a login request. */
interface PlatformAnswer {
  idToken: string
  state: string
  /** Value from platform storage; undefined when it was not asked yet. */
  stored: string | undefined
}

const readAnswer = (parameters: Parameters): PlatformAnswer | Refusal => {
  const error = firstValue(parameters, 'error')
  if (error !== undefined) return platformError(error, firstValue(parameters, 'error_description'))
  const [idToken, state] = [firstValue(parameters, 'id_token'), firstValue(parameters, 'state')]
  if (!idToken) return makeRefusal('parameter', 'id_token is missing')
  if (!state) return makeRefusal('parameter', 'state is missing')
  if (idToken.length > ID_TOKEN_MAX) return makeRefusal('parameter', 'id_token is too long')
  return { idToken, state, stored: firstValue(parameters, 'lti_storage_value') }
}

/** Canvas answers a login once. For a second login of the same click it sends `launch_no_longer_valid`. */
const ALREADY_USED = /no.longer.valid|already.(been.)?(used|consumed)/i

const platformError = (error: string, description = ''): Refusal => {
  const reported = [error.slice(0, 100), description.slice(0, 300)].filter(Boolean).join(': ')
  return makeRefusal(ALREADY_USED.test(reported) ? 'platform-spent' : 'platform-error', reported)
}

const verifyToken = (
  idToken: string,
  { platform, nonceHash }: Login,
  { platformKeys }: LtiDeps,
  now: Date,
): Promise<Claims> =>
  validateIdToken({
    idToken,
    issuer: platform.issuer,
    clientId: platform.clientId,
    isActive: platform.isActive,
    now,
    findKey: kid => platformKeys.find(platform.publicKeysUrl, kid),
    isNonce: nonce => sha256(nonce) === nonceHash,
  })

/** Asks the platform's storage for the value, on a page that sends the launch again with it. */
const askStorage = (
  request: FastifyRequest,
  reply: FastifyReply,
  login: Login,
  target: string,
  { idToken, state }: PlatformAnswer,
  { pages, publicUrl }: LtiDeps,
): FastifyReply => {
  const { origin } = new URL(login.platform.authorizationRedirect)
  const storage = { target, origin, key: storageKey(login.stateHash), id: mintSecret() }
  const fields: [string, string][] = [
    ['id_token', idToken],
    ['state', state],
  ]
  return pages.send(reply, {
    chrome: 'bare',
    framedBy: launchFramers(request, login, publicUrl),
    status: 200,
    title: 'Opening your course',
    main: createElement(OpeningCourse, { mode: 'get', storage, action: paths.launch, fields }),
  })
}

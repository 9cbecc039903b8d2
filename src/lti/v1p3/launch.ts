import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { saveSeenDeployment } from '#src/schools/index.ts'
import { OneMoreStep } from '#views/launching/one-more-step.tsx'
import { OpeningCourse } from '#views/launching/opening-course.tsx'
import { paths } from '#views/paths.ts'
import { isCheckRequested } from '../launch-check.ts'
import { firstValue, type Parameters } from '../parameters.ts'
import type { LtiDeps } from '../route-deps.ts'
import type { Launch } from '../rules/launch.ts'
import type { Refusal } from '../rules/launch-refusal.ts'
import { findLogin, type Login } from '../store/logins.ts'
import type { Claim } from '../store/receive-launch.ts'
import { allowedFramers } from './allowed-framers.ts'
import { clearBinding, findBinding, storageKey } from './binding.ts'
import { type Claims, deploymentOf, platformName, readClaims } from './claims.ts'
import { refusalOf } from './fault.ts'
import { readJwt } from './jwt.ts'
import { validateIdToken } from './ltijs.ts'
import { verifyMigration } from './migration-claim.ts'

const ID_TOKEN_MAX = 64 * 1024

/** Facts about a 1.3 launch, for the launch diary and the check page. */
export interface LaunchFacts {
  issuer?: string
  clientId?: string
  deploymentId?: string
  contextId?: string
  /** Issue time in the token, in seconds. */
  issuedAt?: number | undefined
  claims?: Claims
  /** The login that the launch answers, and whether this browser began it. */
  login?: Login
  isBound?: boolean
}

type Verified13 =
  | { go: 'verified'; launch: Launch; claim: Claim; facts: LaunchFacts }
  | { go: 'refused'; refusal: Refusal; facts: LaunchFacts }
  /** The browser needs another step; its page was sent. */
  | { go: 'answered'; reply: FastifyReply }

/** Verifies a 1.3 launch: state, browser, token, deployment. Writes nothing except a new deployment. */
export const verify13 = async (
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Parameters,
  deps: LtiDeps,
): Promise<Verified13> => {
  const facts: LaunchFacts = {}
  const refuse = (refusal: Refusal): Verified13 => ({ go: 'refused', refusal, facts })
  const sent = readAnswer(parameters)
  if ('reason' in sent) return refuse(sent)

  const now = deps.clock.now()
  const login = await findLogin(deps.db, sha256(sent.state))
  if (!login || login.expiresAt.getTime() <= now.getTime())
    return refuse(
      makeRefusal(
        'state',
        login ? 'the login began more than ten minutes ago' : 'this state does not belong to a login',
      ),
    )
  facts.login = login
  facts.issuer = login.platform.issuer
  facts.clientId = login.platform.clientId
  facts.isBound = findBinding(request, login, sent.stored) !== null
  if (login.consumedAt) return refuse(makeRefusal('nonce', 'the login of this launch was already used'))
  if (!facts.isBound) {
    const page = pageToAsk(login, sent)
    return page ? { go: 'answered', reply: askBrowser(reply, page, login, sent, deps) } : refuse({ reason: 'browser' })
  }
  try {
    const good = await verifyToken(sent.idToken, login, facts, deps, now)
    if ('reason' in good) return refuse(good)
    clearBinding(reply, login.stateHash)
    return { go: 'verified', ...good, facts }
  } catch (fault) {
    const refusal = refusalOf(fault)
    if (!refusal) throw fault
    return refuse(refusal)
  }
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

const verifyToken = async (
  idToken: string,
  { platform, nonceHash, stateHash }: Login,
  facts: LaunchFacts,
  deps: LtiDeps,
  now: Date,
): Promise<{ launch: Launch; claim: Claim } | Refusal> => {
  const claims = await validateIdToken({
    idToken,
    issuer: platform.issuer,
    clientId: platform.clientId,
    isActive: platform.isActive,
    now,
    findKey: kid => deps.platformKeys.find(platform.publicKeysUrl, kid),
    isNonce: nonce => sha256(nonce) === nonceHash,
  })
  facts.claims = claims
  facts.issuedAt = Number(claims.iat)
  const launch = readClaims(claims, deps)
  facts.contextId = launch.course.contextId
  facts.deploymentId = deploymentOf(claims)
  const deployment = await saveSeenDeployment(deps.db, {
    platformId: platform.id,
    deploymentId: facts.deploymentId,
    name: platformName(claims),
    title: launch.course.title,
    mayApprove: () => !isCheckRequested('1.3', claims),
    now,
  })
  const { status } = deployment
  if (status !== 'approved')
    return makeRefusal(
      status === 'refused' ? 'deployment-refused' : 'deployment',
      `deployment_id ${facts.deploymentId}`,
    )
  const moved = await verifyMigration(claims, { deps, platform, deploymentId: facts.deploymentId })
  return { launch: { ...launch, moved }, claim: { version: '1.3', stateHash, deploymentId: deployment.id, now } }
}

/**
 * Returns the page to show when the cookie did not come back: first one that asks the platform's storage, then one that
 * restarts the login in our own window. Null when neither helps: Canvas answers each click once, and a launch check is
 * read where it was opened.
 */
const pageToAsk = (
  { storageTarget, platform }: Login,
  { idToken, stored }: PlatformAnswer,
): 'storage' | 'window' | null => {
  if (storageTarget && stored === undefined) return 'storage'
  return platform.preset === 'canvas' || isCheckRequested('1.3', readJwt(idToken)?.claims ?? {}) ? null : 'window'
}

const askBrowser = (
  reply: FastifyReply,
  ask: 'storage' | 'window',
  { stateHash, storageTarget, platform, parameters }: Login,
  { idToken, state }: PlatformAnswer,
  { pages, demo }: LtiDeps,
): FastifyReply => {
  const { origin } = new URL(platform.authorizationRedirect)
  const page = { chrome: 'bare' as const, framedBy: allowedFramers(origin, demo), status: 200 }
  if (ask === 'storage') {
    const storage = { target: storageTarget ?? '', origin, key: storageKey(stateHash), id: mintSecret() }
    const fields: [string, string][] = [
      ['id_token', idToken],
      ['state', state],
    ]
    const main = createElement(OpeningCourse, { mode: 'get', storage, action: paths.launch, fields })
    return pages.send(reply, { ...page, title: 'Opening your course', main })
  }
  const { lti_storage_target: _, ...again } = parameters
  const main = createElement(OneMoreStep, { action: paths.ltiLogin, fields: Object.entries(again), site: pages.site })
  return pages.send(reply, { ...page, title: 'One more step', main, formTargets: anyPlatform(demo) })
}

/**
 * Returns any https origin for form-action. Chromium checks form-action on every redirect of a form, and a login may
 * redirect to hosts we cannot know: Canvas forwards it to the school's own. The form contains only what the LMS sent
 * through this browser.
 */
const anyPlatform = (demo: boolean): string[] => (demo ? ['https:', 'http:'] : ['https:'])

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { OneMoreStep } from '#views/launching/one-more-step.tsx'
import { OpeningCourse } from '#views/launching/opening-course.tsx'
import { paths } from '#views/paths.ts'
import { mintSecret, sha256 } from '../../crypto.ts'
import type { Launch } from '../../domain/launch.ts'
import type { Refusal } from '../../domain/launch-refusal.ts'
import { findLogin, type Login } from '../../store/queries/logins.ts'
import { seeDeployment } from '../../store/queries/platforms.ts'
import type { Claim } from '../../store/queries/receive-launch.ts'
import { asksForCheck, peekClaims } from '../check.ts'
import type { LtiDeps } from '../deps.ts'
import { first, type Parameters } from '../v1p1/parameters.ts'
import { boundBy, clearBinding, storageKey } from './binding.ts'
import { type Claims, deploymentOf, platformName, readClaims } from './claims.ts'
import { refusalOf } from './fault.ts'
import { framedByPlatform } from './framed-by.ts'
import { validateIdToken } from './ltijs.ts'
import { readMove } from './moved.ts'

const ID_TOKEN_MAX = 64 * 1024

/** What is known of a 1.3 launch when it ends, for the diary and the check page. */
export interface Facts {
  issuer?: string
  clientId?: string
  deploymentId?: string
  contextId?: string
  /** When the token says it was made, in seconds. */
  issuedAt?: number | undefined
  claims?: Claims
  isK12?: boolean
  /** The login that the launch answers, and whether the browser is the one that began it. */
  login?: Login
  isBound?: boolean
}

export type Verified13 =
  | { go: 'verified'; launch: Launch; claim: Claim; facts: Facts }
  | { go: 'refused'; refusal: Refusal; facts: Facts }
  /** The browser has to do one more thing first; the page for it was sent. */
  | { go: 'answered'; reply: FastifyReply }

/** Verifies the end of an OpenID Connect login: state, browser, token, deployment. Writes nothing but a new deployment. */
export const verify13 = async (
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Parameters,
  deps: LtiDeps,
): Promise<Verified13> => {
  const facts: Facts = {}
  const refuse = (reason: Refusal['reason'], detail?: string): Verified13 => ({
    go: 'refused',
    refusal: { reason, ...(detail ? { detail } : {}) },
    facts,
  })
  const error = first(parameters, 'error')
  if (error !== undefined) {
    const said = [error.slice(0, 100), first(parameters, 'error_description')?.slice(0, 300)].filter(Boolean)
    return refuse('platform-error', said.join(': '))
  }
  const [idToken, state] = [first(parameters, 'id_token'), first(parameters, 'state')]
  if (!idToken) return refuse('parameter', 'id_token is missing')
  if (!state) return refuse('parameter', 'state is missing')
  if (idToken.length > ID_TOKEN_MAX) return refuse('parameter', 'id_token is too long')

  const now = deps.clock.now()
  const login = await findLogin(deps.db, sha256(state))
  if (!login || login.expiresAt.getTime() <= now.getTime())
    return refuse('state', login ? 'the login began more than ten minutes ago' : 'no login of ours has this state')
  const { platform } = login
  facts.login = login
  facts.issuer = platform.issuer
  facts.clientId = platform.clientId
  const stored = first(parameters, 'lti_storage_value')
  facts.isBound = boundBy(request, login, stored) !== null
  if (login.consumedAt) return refuse('nonce', 'the login that this launch answers was used before')
  if (!facts.isBound) {
    const canAskStorage = login.storageTarget !== null && stored === undefined
    if (!canAskStorage && asksForCheck('1.3', peekClaims(idToken))) return refuse('browser')
    return { go: 'answered', reply: askBrowser(reply, login, { idToken, state, stored }, deps) }
  }
  try {
    const claims = await validateIdToken({
      idToken,
      issuer: platform.issuer,
      clientId: platform.clientId,
      isActive: platform.isActive,
      now,
      findKey: kid => deps.platformKeys.find(platform.publicKeysUrl, kid),
      isNonce: nonce => sha256(nonce) === login.nonceHash,
    })
    facts.claims = claims
    facts.issuedAt = claims.iat as number
    const launch = readClaims(claims, deps)
    facts.contextId = launch.course.contextId
    facts.deploymentId = deploymentOf(claims)
    const deployment = await seeDeployment(deps.db, {
      platformId: platform.id,
      deploymentId: facts.deploymentId,
      name: platformName(claims),
      title: launch.course.title,
      now,
    })
    facts.isK12 = deployment.isK12
    if (deployment.status !== 'approved') return refuse('deployment', `deployment_id ${facts.deploymentId}`)
    const moved = await readMove(claims, { deps, platform, deploymentId: facts.deploymentId })
    clearBinding(reply, login.stateHash)
    return {
      go: 'verified',
      launch: { ...launch, moved },
      claim: { version: '1.3', stateHash: login.stateHash, deploymentId: deployment.id, now },
      facts,
    }
  } catch (fault) {
    const refusal = refusalOf(fault)
    if (!refusal) throw fault
    return { go: 'refused', refusal, facts }
  }
}

/** The cookie did not come back: ask the platform's storage for it, and if that fails too, for a window of our own. */
const askBrowser = (
  reply: FastifyReply,
  { stateHash, storageTarget, platform, parameters }: Login,
  { idToken, state, stored }: { idToken: string; state: string; stored: string | undefined },
  { pages, demo }: LtiDeps,
): FastifyReply => {
  const { origin } = new URL(platform.authorizationRedirect)
  const page = { chrome: 'bare' as const, framedBy: framedByPlatform(origin, demo), status: 200 }
  if (storageTarget && stored === undefined) {
    const storage = { target: storageTarget, origin, key: storageKey(stateHash), id: mintSecret() }
    const fields: [string, string][] = [
      ['id_token', idToken],
      ['state', state],
    ]
    const main = createElement(OpeningCourse, { mode: 'get', storage, action: paths.launch, fields })
    return pages.send(reply, { ...page, title: 'Opening your course', main })
  }
  const { lti_storage_target: _, ...again } = parameters
  const main = createElement(OneMoreStep, { action: paths.ltiLogin, fields: Object.entries(again), site: pages.site })
  // Chromium holds form-action against the redirect as well: the form ends at the platform.
  return pages.send(reply, { ...page, title: 'One more step', main, formTargets: [origin] })
}

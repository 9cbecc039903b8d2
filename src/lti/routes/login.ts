import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { Needs } from '#src/context.ts'
import { mintSecret, sha256, timingSafeBytesEqual } from '#src/core/crypto.ts'
import { networkOf } from '#src/core/rules/web-addresses.ts'
import { isFromOurPage, requestingOrigin } from '#src/http/security.ts'
import { listPlatformsOfIssuer } from '#src/schools/platforms.ts'
import { isUnconfirmed } from '#src/schools/registrations.ts'
import type { Platform } from '#src/schools/rules/platform.ts'
import type { Texts } from '#src/texts/catalogues.ts'
import { OpeningCourse } from '#views/launching/launch-pages.tsx'
import { paths } from '#views/paths.ts'
import { collectLaunchParameters, firstValue } from '../rules/launch.ts'
import type { Refusal } from '../rules/launch-refusals.ts'
import { type Login, saveLogin, trimAllLogins, trimLogins } from '../store/logins.ts'
import type { PlatformAnswer } from '../v1p3/platform-answers.ts'
import { sendLaunchPage } from './answers.ts'

const LOGIN_MS = 10 * 60 * 1000
/** Lets a school of 5,000 people behind one address in, and caps the rows that a stranger can create. */
const MOST_PER_NETWORK = 5000
/** Trims once per this many logins. Trimming at each login would slow down a class. */
const TRIM_EVERY = 100
/** Logins kept in all, because a stranger may have many networks. The oldest go first: a launch takes seconds. */
const MOST = 100_000
const TRIM_ALL_EVERY = 1000
/** Maximum lengths in characters. Canvas sends a message hint of 1,500. */
const LIMITS: Record<string, number> = {
  iss: 500,
  login_hint: 4000,
  target_link_uri: 2000,
  client_id: 255,
  lti_deployment_id: 255,
  lti_message_hint: 8000,
  lti_storage_target: 100,
}
const REQUIRED = ['iss', 'login_hint', 'target_link_uri']

type Read = { ok: true; parameters: Record<string, string> } | ({ ok: false } & Refusal)

/** Reads the login request, by GET or POST. Each parameter may be sent once (LTI Security Framework §5.1.1.1). */
const readLogin = (request: FastifyRequest): Read => {
  const given = collectLaunchParameters(request.query, request.body)
  const parameters: Record<string, string> = {}
  for (const [name, most] of Object.entries(LIMITS)) {
    const value = firstValue(given, name)
    if ((given[name]?.length ?? 0) > 1) return bad(`${name} is sent more than once`)
    if (value === undefined || value === '') {
      if (REQUIRED.includes(name)) return bad(`${name} is missing`)
    } else if (value.length > most || value.includes('\0')) return bad(`${name} cannot be read`)
    else parameters[name] = value
  }
  return { ok: true, parameters }
}

const bad = (detail: string): Read => ({ ok: false, reason: 'parameter', detail })

/** Hashes that tell whether two requests came from the same network and kind of browser. */
const clientOf = (request: FastifyRequest) => ({
  networkHash: sha256(networkOf(request.ip)),
  userAgentHash: sha256(request.headers['user-agent'] ?? ''),
})

/** True when the request comes from the network and with the User-Agent of the login. */
export const isSameClient = (request: FastifyRequest, login: Login): boolean => {
  const { networkHash, userAgentHash } = clientOf(request)
  return login.networkHash === networkHash && login.userAgentHash === userAgentHash
}

export const otherClient: Refusal = {
  reason: 'browser',
  detail: 'the login came from another network or another kind of browser',
}

let begun = 0

/** Starts a login and sends the reply, or returns why it refuses. Writes nothing for an unknown platform. */
export const beginLogin = async (
  request: FastifyRequest,
  reply: FastifyReply,
  app: Needs<'clock' | 'db' | 'pages' | 'publicUrl'>,
): Promise<{ refusal: Refusal; platform?: Platform } | null> => {
  const read = readLogin(request)
  if (!read.ok) return { refusal: read }
  const { parameters } = read
  const { iss = '', client_id: clientId, target_link_uri: target = '' } = parameters
  const found = await listPlatformsOfIssuer(app.db, iss, clientId ?? null)
  const [platform] = found
  const named = `iss ${iss.slice(0, 200)}, client_id ${clientId?.slice(0, 100) ?? '(none)'}`
  if (!platform) return { refusal: { reason: 'unknown-platform', detail: named } }
  if (found.length > 1)
    return {
      refusal: {
        reason: 'parameter',
        detail: `client_id is missing, and ${iss} has more than one registration here`.slice(0, 300),
      },
      platform,
    }
  if (!platform.isActive) {
    const reason = (await isUnconfirmed(app.db, platform.id)) ? 'platform-new' : 'platform-off'
    return { refusal: { reason, detail: named }, platform }
  }
  if (!URL.canParse(target) || new URL(target).origin !== app.publicUrl)
    return { refusal: { reason: 'target', detail: `target_link_uri is ${target.slice(0, 200)}` }, platform }

  const [state, nonce, binding, stored] = [mintSecret(), mintSecret(), mintSecret(), mintSecret()]
  const stateHash = sha256(state)
  const now = app.clock.now()
  const storageTarget = parameters.lti_storage_target ?? null
  const client = clientOf(request)
  const lmsOrigin = requestingOrigin(request, app.publicUrl)
  await saveLogin(app.db, {
    stateHash,
    ...client,
    lmsOrigin,
    nonceHash: sha256(nonce),
    bindingHash: sha256(binding),
    storageHash: storageTarget && sha256(stored),
    platformId: platform.id,
    storageTarget,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LOGIN_MS),
  })
  if (++begun % TRIM_EVERY === 0) await trimLogins(app.db, client.networkHash, MOST_PER_NETWORK)
  if (begun % TRIM_ALL_EVERY === 0) await trimAllLogins(app.db, MOST)
  setBinding(reply, stateHash, binding)
  const next = authenticationUrl(platform, parameters, {
    state,
    nonce,
    redirectUri: `${app.publicUrl}${paths.launch}`,
  })
  if (!storageTarget) {
    reply.redirect(next.href, 302)
    return null
  }
  const storage = { target: storageTarget, origin: next.origin, key: storageKey(stateHash), id: mintSecret() }
  const main = createElement(OpeningCourse, { mode: 'put', storage, value: stored, next: next.href })
  sendLaunchPage(reply, { platform, lmsOrigin }, { title: openingTitle, main }, app)
  return null
}

const authenticationUrl = (
  platform: Platform,
  parameters: Record<string, string>,
  { state, nonce, redirectUri }: { state: string; nonce: string; redirectUri: string },
): URL => {
  const url = new URL(platform.authorizationRedirect)
  const asked = {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: platform.clientId,
    redirect_uri: redirectUri,
    login_hint: parameters.login_hint,
    lti_message_hint: parameters.lti_message_hint,
    state,
    nonce,
  }
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) url.searchParams.set(name, value)
  return url
}

/**
 * Lifetime of the value that binds a launch to the browser that began its login. Without it, someone could push another
 * person's launch into a browser. It is kept in a cookie; where cookies are blocked, another one is kept in the platform's
 * storage; otherwise the login restarts in our own window.
 */
const LIFE_SECONDS = 600

const cookieName = (stateHash: string): string => `__Host-lti_${stateHash.slice(0, 12)}`

/** Only partitioned cookies are sent inside another site's frame where third-party cookies are blocked. */
const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'none', partitioned: true } as const

const setBinding = (reply: FastifyReply, stateHash: string, binding: string): void => {
  reply.setCookie(cookieName(stateHash), binding, { ...COOKIE, maxAge: LIFE_SECONDS })
}

export const clearBinding = (reply: FastifyReply, stateHash: string): void => {
  reply.clearCookie(cookieName(stateHash), COOKIE)
}

/** Returns the proof that this browser began the login. Storage counts only in our own form: a value alone is none. */
export const findBinding = (
  request: FastifyRequest,
  { stateHash, bindingHash, storageHash }: Pick<Login, 'stateHash' | 'bindingHash' | 'storageHash'>,
  stored: string | undefined,
  publicUrl: string,
): 'cookie' | 'storage' | null => {
  const is = (value: string | undefined, hash: string | null) =>
    value !== undefined && hash !== null && timingSafeBytesEqual(Buffer.from(sha256(value)), Buffer.from(hash))
  if (is(request.cookies[cookieName(stateHash)], bindingHash)) return 'cookie'
  return is(stored, storageHash) && isFromOurPage(request, publicUrl) ? 'storage' : null
}

const storageKey = (stateHash: string): string => `signbook_${stateHash.slice(0, 24)}`

/** Asks the platform's storage for the value, on a page that sends the launch again with it. */
export const askStorage = (
  reply: FastifyReply,
  login: Login,
  target: string,
  { idToken, state }: PlatformAnswer,
  app: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  const { origin } = new URL(login.platform.authorizationRedirect)
  const storage = { target, origin, key: storageKey(login.stateHash), id: mintSecret() }
  const fields: [string, string][] = [
    ['id_token', idToken],
    ['state', state],
  ]
  const main = createElement(OpeningCourse, { mode: 'get', storage, action: paths.launch, fields })
  return sendLaunchPage(reply, login, { title: openingTitle, main }, app)
}

const openingTitle = ({ launch }: Texts): string => launch.opening

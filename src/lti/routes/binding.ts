import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { Needs } from '#src/context.ts'
import { mintSecret, sha256, timingSafeBytesEqual } from '#src/core/crypto.ts'
import { isFromOurPage } from '#src/http/security.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { OpeningCourse } from '#views/launching/launch-pages.tsx'
import { paths } from '#views/paths.ts'
import type { Login } from '../store/logins.ts'
import type { PlatformAnswer } from '../v1p3/platform-answers.ts'
import { languageOfLaunch, launchFramers } from './answers.ts'

/**
 * Lifetime of the value that binds a launch to the browser that began its login. Without it, someone could push another
 * person's launch into a browser. It is kept in a cookie; where cookies are blocked, another one is kept in the platform's
 * storage; otherwise the login restarts in our own window.
 */
const LIFE_SECONDS = 600

const cookieName = (stateHash: string): string => `__Host-lti_${stateHash.slice(0, 12)}`

/** Only partitioned cookies are sent inside another site's frame where third-party cookies are blocked. */
const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'none', partitioned: true } as const

export const setBinding = (reply: FastifyReply, stateHash: string, binding: string): void => {
  reply.setCookie(cookieName(stateHash), binding, { ...COOKIE, maxAge: LIFE_SECONDS })
}

export const clearBinding = (reply: FastifyReply, stateHash: string): void => {
  reply.clearCookie(cookieName(stateHash), COOKIE)
}

/**
 * Returns how the browser proved that it began the login; null when it did not. A value in a form proves nothing about
 * the browser that posts it, so the one of the platform's storage counts only in the form of our page that asked for it.
 */
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

export const storageKey = (stateHash: string): string => `signbook_${stateHash.slice(0, 24)}`

/** Asks the platform's storage for the value, on a page that sends the launch again with it. */
export const askStorage = (
  request: FastifyRequest,
  reply: FastifyReply,
  login: Login,
  target: string,
  { idToken, state }: PlatformAnswer,
  { pages, publicUrl }: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  const language = languageOfLaunch(request)
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
    title: textsIn(language).launch.opening,
    language,
    switchAt: 'within',
    main: createElement(OpeningCourse, { mode: 'get', storage, action: paths.launch, fields }),
  })
}

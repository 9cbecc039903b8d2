import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { LaunchRefused } from '#views/errors/launch-refused.tsx'
import { hrefs, paths } from '#views/paths.ts'
import { type Refusal, refusals } from '../domain/launch-refusal.ts'
import type { Received } from '../operations/receive-launch.ts'
import { findConsumerCredentials } from '../store/queries/credentials.ts'
import { mountConfiguration, toolAddresses } from './configuration.ts'
import type { LtiDeps } from './deps.ts'
import { diaryLine } from './diary-line.ts'
import { mountRegistration } from './registration.ts'
import { readLaunch } from './v1p1/launch.ts'
import { collectParameters, first, type Parameters } from './v1p1/parameters.ts'
import { verifyLaunch, WINDOW_SECONDS } from './v1p1/verify.ts'
import { type Facts, verify13 } from './v1p3/launch.ts'
import { beginLogin } from './v1p3/login.ts'

/** Nonces are kept for longer than any launch that could carry them is good. */
const NONCE_KEPT_MS = 3 * WINDOW_SECONDS * 1000

/** POST /lti/launch (contract.md, LTI). One address for both versions, so that a school may move and keep its links. */
export const mountLti = (server: FastifyInstance, deps: LtiDeps): void => {
  const { diary, clock, operations } = deps
  server.post(paths.launch, async (request, reply) => {
    const parameters = collectParameters(request.query, request.body)
    const write = (received: Received, facts?: Facts) =>
      diary.write(diaryLine({ request, parameters, received, facts, now: clock.now() }))
    // An id_token, or the error that comes in its place, makes it 1.3.
    if (!first(parameters, 'id_token') && !first(parameters, 'error')) {
      const received = await receive11(request, parameters, deps)
      write(received)
      return answer(reply, request, received, deps)
    }
    const verified = await verify13(request, reply, parameters, deps)
    if (verified.go === 'answered') return verified.reply
    const received =
      verified.go === 'refused'
        ? refused(verified.refusal)
        : await operations.receiveLaunch(verified.launch, verified.claim)
    write(received, verified.facts)
    return answer(reply, request, received, deps)
  })
  server.get(paths.launch, async (request, reply) => answer(reply, request, refused({ reason: 'unreadable' }), deps))

  const login = async (request: FastifyRequest, reply: FastifyReply) => {
    const begun = await beginLogin(request, reply, deps)
    if (!('reason' in begun)) return begun
    const parameters = collectParameters(request.query, request.body)
    diary.write(diaryLine({ request, parameters, received: refused(begun), facts: {}, now: clock.now() }))
    return answer(reply, request, refused(begun), deps)
  }
  server.get(paths.ltiLogin, login)
  server.post(paths.ltiLogin, login)

  const tool = toolAddresses(deps.publicUrl)
  mountConfiguration(server, tool)
  mountRegistration(server, deps, tool)

  server.get(paths.keys, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return operations.publishedKeys()
  })
}

const refused = (refusal: Refusal): Received => ({ go: 'refused', ...refusal })

const receive11 = async (
  request: FastifyRequest,
  parameters: Parameters,
  { db, clock, operations, vault, publicUrl }: LtiDeps,
): Promise<Received> => {
  if (!first(parameters, 'oauth_consumer_key')) return refused({ reason: 'unreadable' })
  const now = clock.now()
  const verified = await verifyLaunch({
    parameters,
    // Of what the request says about its address only the path counts: a whole address in the request line does not.
    url: `${publicUrl}${new URL(request.url, publicUrl).pathname}`,
    now,
    vault,
    findCredentials: key => findConsumerCredentials(db, key),
  })
  if (!verified.ok) return refused(verified)
  const { consumerId, nonce } = verified
  return operations.receiveLaunch(readLaunch(parameters), {
    version: '1.1',
    consumerId,
    nonce,
    nonceExpiresAt: new Date(now.getTime() + NONCE_KEPT_MS),
  })
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

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { LaunchRefused } from '#views/errors/launch-refused.tsx'
import { hrefs, paths } from '#views/paths.ts'
import type { Clock } from '../clock.ts'
import type { Vault } from '../crypto.ts'
import { type Refusal, refusals } from '../domain/launch-refusal.ts'
import type { Pages } from '../http/pages.ts'
import type { Operations } from '../operations/index.ts'
import type { Received } from '../operations/receive-launch.ts'
import type { Database } from '../store/db.ts'
import { findConsumerCredentials } from '../store/queries/credentials.ts'
import type { Diary } from './diary.ts'
import { readLaunch } from './v1p1/launch.ts'
import { collectParameters, first, type Parameters } from './v1p1/parameters.ts'
import { clockSkew, verifyLaunch, WINDOW_SECONDS } from './v1p1/verify.ts'

export interface LtiDeps {
  db: Database
  clock: Clock
  operations: Operations
  pages: Pages
  diary: Diary
  /** Opens the schools' secrets. */
  vault: Vault
  publicUrl: string
}

/** Nonces are kept for longer than any launch that could carry them is good. */
const NONCE_KEPT_MS = 3 * WINDOW_SECONDS * 1000

/** POST /lti/launch (contract.md, LTI). One address for both versions, so that a school may move and keep its links. */
export const mountLti = (server: FastifyInstance, deps: LtiDeps): void => {
  server.post(paths.launch, async (request, reply) => {
    const parameters = collectParameters(request.query, request.body)
    const received = await receive(request, parameters, deps)
    writeDiary(deps, request, parameters, received)
    return answer(reply, request, received, deps)
  })
  server.get(paths.launch, async (request, reply) => answer(reply, request, refused({ reason: 'unreadable' }), deps))
}

const refused = (refusal: Refusal): Received => ({ go: 'refused', ...refusal })

const receive = async (
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
      return reply.redirect(hrefs.ltiTeacher(received.token, received.state), 303)
    case 'wts':
      return reply.redirect(hrefs.ltiWts(received.token, received.state), 303)
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

/** Facts about the launch and the names of what it carried; no value that says who somebody is. */
const writeDiary = (
  { diary, clock }: LtiDeps,
  request: FastifyRequest,
  parameters: Parameters,
  received: Received,
): void => {
  const cut = (name: string) => storable(first(parameters, name) ?? '').slice(0, 200) || null
  const skew = clockSkew(first(parameters, 'oauth_timestamp') ?? '', clock.now())
  diary.write({
    at: clock.now(),
    reference: request.id,
    version: '1.1',
    outcome: received.go === 'refused' ? received.reason : received.go,
    consumerKey: cut('oauth_consumer_key'),
    contextId: cut('context_id'),
    skewSeconds: skew === null || Math.abs(skew) > 2e9 ? null : skew,
    parameters: Object.keys(parameters)
      .slice(0, 200)
      .map(name => storable(name).slice(0, 100)),
    detail: received.go === 'refused' && received.detail ? storable(received.detail) : null,
  })
}

/** PostgreSQL stores no NUL; one in any line would lose all lines that are written with it. */
const storable = (text: string): string => text.replaceAll('\0', '')

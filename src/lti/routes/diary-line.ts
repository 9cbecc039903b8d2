import type { FastifyRequest } from 'fastify'
import { storable } from '#src/core/rules/postgres-text.ts'
import { firstValue, type Parameters } from '../parameters.ts'
import type { Received } from '../receive-launch.ts'
import type { DiaryLine } from '../store/launch-diary.ts'
import { clockSkew } from '../v1p1/verify.ts'
import type { LaunchFacts } from '../v1p3/verified-claims.ts'

interface Ended {
  request: FastifyRequest
  parameters: Parameters
  received: Received | { go: 'checked' } | { go: 'asked' }
  /** Masked base string of a refused 1.1 launch. */
  baseString?: string | null | undefined
  /** Facts about a 1.3 launch; absent for 1.1. */
  facts?: LaunchFacts | undefined
  now: Date
}

/** Several times the size of a real base string. A stranger may send more. */
const MOST_SIGNED = 16_000

/**
 * Returns the diary line of a launch or login: technical facts and parameter names, no values that identify a person.
 */
export const diaryLine = ({ request, parameters, received, facts, now, baseString }: Ended): DiaryLine => {
  const sent = (name: string) => cut(firstValue(parameters, name))
  const skew = facts
    ? facts.issuedAt && Math.round(facts.issuedAt - now.getTime() / 1000)
    : clockSkew(firstValue(parameters, 'oauth_timestamp') ?? '', now)
  return {
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
    baseString: baseString ? storable(baseString).slice(0, MOST_SIGNED) : null,
    detail: received.go === 'refused' && received.detail ? storable(received.detail).slice(0, 500) : null,
  }
}

const cut = (text: string | undefined): string | null => storable(text ?? '').slice(0, 200) || null

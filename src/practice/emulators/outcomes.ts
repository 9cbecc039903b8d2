import { createHash } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import { collectLaunchParameters } from '#src/lti/rules/launch.ts'
import { isSignatureMethod, isSignedBy } from '#src/lti/v1p1/signature.ts'
import { MEMBERS } from './lms/services.ts'

/** `down`: the connection breaks. `lost`: the work is done and the reply is lost. */
type Fault = 'down' | 'away' | 'busy' | 'throttled' | 'forbidden' | 'lost' | 'failure' | 'unsupported'
const STATUS: { [F in Fault]?: [status: number, text: string] } = {
  away: [503, ''],
  busy: [429, ''],
  throttled: [403, '403 Forbidden (Rate Limit Exceeded)'],
  forbidden: [403, ''],
}

const decode: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }

/** Emulates an LTI 1.1 platform's grades (Basic Outcomes, refused with HTTP 200) and its class list. */
export const makeOutcomeService = (secretOf: (key: string) => string | undefined) => {
  const server = Fastify()
  /** By sourcedId. */
  const scores = new Map<string, number>()
  /** Received modules, with whether their signature was valid. */
  const requests: { operation: string; sourcedId: string; signed: boolean }[] = []
  const nonces = new Set<string>()
  const faults: Fault[] = []
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/xml', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  server.post('/outcomes', async (request, reply) => {
    const body = String(request.body)
    const element = (name: string) => body.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1] ?? ''
    const operation = body.match(/<(\w+)Request><resultRecord>/)?.[1] ?? 'unknown'
    const sourcedId = element('sourcedId').replace(/&\w+;/g, c => decode[c] ?? c)
    const signed = isSigned(request, body, secretOf, nonces)
    requests.push({ operation, sourcedId, signed })
    const fault = faults.shift()
    if (fault === 'down') {
      reply.hijack()
      return request.raw.socket.destroy()
    }
    const refusal = fault && STATUS[fault]
    if (refusal) return reply.code(refusal[0]).send(refusal[1])
    reply.type('application/xml')
    if (!signed) return answer('failure', 'The signature is not valid', operation)
    if (fault === 'failure' || fault === 'unsupported') return answer(fault, 'This grade is not wanted', operation)
    if (operation === 'replaceResult') {
      const score = Number(element('textString'))
      if (!(score >= 0 && score <= 1)) return answer('failure', 'The score must be between 0 and 1', operation)
      scores.set(sourcedId, score)
    }
    if (fault === 'lost') {
      reply.hijack()
      return request.raw.socket.destroy()
    }
    const held = scores.get(sourcedId)
    const result = `<result><resultScore><language>en</language><textString>${held ?? ''}</textString></resultScore></result>`
    return answer('success', '', operation, operation === 'readResult' ? result : '')
  })
  /** Two members per page, to test paging. */
  server.get<{ Querystring: { from?: string } }>('/memberships', async (request, reply) => {
    if (!isSigned(request, '', secretOf, nonces)) return reply.code(401).send({ error: 'not signed' })
    const here = `${request.protocol}://${request.host}/memberships`
    const from = Number(request.query.from ?? 0)
    if (from + 2 < MEMBERS.length) reply.header('link', `<${here}?from=${from + 2}>; rel="next"`)
    return { id: here, members: MEMBERS.slice(from, from + 2) }
  })
  const fail = (how: Fault, times = 1): void => void faults.push(...Array(times).fill(how))
  return { server, scores, requests, fail }
}

const answer = (major: string, description: string, operation: string, result = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<imsx_POXEnvelopeResponse xmlns="http://www.imsglobal.org/services/ltiv1p1/xsd/imsoms_v1p0"><imsx_POXHeader><imsx_POXResponseHeaderInfo><imsx_version>V1.0</imsx_version><imsx_messageIdentifier>1</imsx_messageIdentifier><imsx_statusInfo><imsx_codeMajor>${major}</imsx_codeMajor><imsx_severity>status</imsx_severity><imsx_description>${description}</imsx_description></imsx_statusInfo></imsx_POXResponseHeaderInfo></imsx_POXHeader><imsx_POXBody><${operation}Response>${result}</${operation}Response></imsx_POXBody></imsx_POXEnvelopeResponse>`

/** Verifies the OAuth 1.0a header, the body hash and that the nonce is new. */
const isSigned = (
  request: FastifyRequest,
  body: string,
  secretOf: (key: string) => string | undefined,
  nonces: Set<string>,
): boolean => {
  const header = request.headers.authorization?.replace(/^OAuth /, '') ?? ''
  const oauth: Record<string, string> = {}
  for (const [, name = '', value = ''] of header.matchAll(/(\w+)="([^"]*)"/g)) oauth[name] = decodeURIComponent(value)
  const { realm: _, oauth_signature: signature = '', oauth_signature_method: signatureMethod = '', ...rest } = oauth
  const secret = secretOf(rest.oauth_consumer_key ?? '')
  if (!secret || !isSignatureMethod(signatureMethod) || nonces.has(rest.oauth_nonce ?? '')) return false
  if (rest.oauth_body_hash !== createHash('sha1').update(body).digest('base64')) return false
  nonces.add(rest.oauth_nonce ?? '')
  const url = `${request.protocol}://${request.host}${request.url.split('?')[0]}`
  const parameters = collectLaunchParameters(request.query, { ...rest, oauth_signature_method: signatureMethod })
  return isSignedBy({ method: request.method, url, parameters, signatureMethod }, signature, [secret])
}

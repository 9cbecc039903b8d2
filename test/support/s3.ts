import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '#src/signs/clips/storage.ts'
import type { Test } from './test.ts'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** Checks an AWS Signature Version 4 over the request, written on its own so that it can disagree with the client's. */
const isSigned = (request: IncomingMessage, settings: S3Settings): boolean => {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': payload = '' } = request.headers
  const [, credential = '', names = '', signature = ''] =
    authorization.match(/^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/) ?? []
  const [key, day = '', region = '', service = '', end = ''] = credential.split('/')
  if (key !== settings.key || region !== settings.region || service !== 's3' || end !== 'aws4_request') return false
  const headers = names.split(';')
  if (!headers.includes('host') || !headers.includes('x-amz-content-sha256')) return false
  const canonical = [
    request.method,
    request.url,
    '',
    ...headers.map(name => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    payload,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const signing = hmac(hmac(hmac(hmac(`AWS4${settings.secret}`, day), region), 's3'), 'aws4_request')
  return timingSafeEqual(Buffer.from(signature, 'hex'), hmac(signing, text))
}

/** Starts a server with the part of S3 that clips use. It refuses requests without a signature. */
export const startS3 = async (t: Test) => {
  const objects = new Map<string, Buffer>()
  const settings: S3Settings = { endpoint: '', bucket: 'clips', region: 'eu-west-1', key: 'a-key', secret: 'a-secret' }
  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    const refuse = (status: number, code: string) => answer.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
    if (!isSigned(request, settings)) return refuse(403, 'SignatureDoesNotMatch')
    const name = request.url?.replace(/^\/clips\//, '') ?? ''
    const { 'x-amz-content-sha256': payload, range } = request.headers
    if (request.method === 'PUT') {
      if (payload !== sha256(body)) return refuse(400, 'XAmzContentSHA256Mismatch')
      objects.set(name, body)
      return answer.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      return answer.writeHead(204).end()
    }
    const found = objects.get(name)
    if (!found) return refuse(404, 'NoSuchKey')
    const [, from, to] = range?.match(/^bytes=(\d+)-(\d+)$/) ?? []
    return from && to
      ? answer.writeHead(206).end(found.subarray(Number(from), Number(to) + 1))
      : answer.writeHead(200).end(found)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  settings.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { settings, objects }
}

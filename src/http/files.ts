import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Form } from '#views/screen.ts'

/** Serves the built client at /assets/. Names carry a hash of their content, so browsers may cache a file for a year. */
export const mountBuiltFiles = async (server: FastifyInstance, folder: string): Promise<void> => {
  await server.register(fastifyStatic, {
    root: folder,
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    // Nobody asks whether such a file has changed.
    etag: false,
    lastModified: false,
    setHeaders: reply => {
      reply.header('vary', 'accept-encoding')
      // Policies of pages.
      for (const policy of ['permissions-policy', 'cross-origin-opener-policy']) reply.removeHeader(policy)
    },
  })
}

/** For routes that compress. What a route names replaces what the plug-in was given. */
export const compression = {
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } },
}

/**
 * Lets a route compress its answers with `compress: compression`. Only for answers whose secrets all stand in their own address:
 * where a cookie opens a page that repeats input, the length of the compressed page tells what else is in it (BREACH).
 */
export const allowCompression = async (server: FastifyInstance): Promise<void> => {
  await server.register(compress, { global: false })
}

const sendDownload = (reply: FastifyReply, type: string, name: string, content: string | Readable): FastifyReply =>
  reply
    .type(type)
    .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' })
    .send(content)

export const sendCsvFile = (reply: FastifyReply, name: string, content: string | Readable): FastifyReply =>
  sendDownload(reply, 'text/csv; charset=utf-8', name, content)

/** Replies with a zip file that the browser downloads, as it is made. Its name may end otherwise. */
export const sendZipFile = (reply: FastifyReply, name: string, content: AsyncGenerator<Uint8Array>, ending = 'zip') =>
  sendDownload(reply, 'application/zip', `${name}.${ending}`, Readable.from(content, { objectMode: false }))

/** Enables uploads, in a scope of its own: one file and no fields, since the parser keeps fields in memory. */
export const acceptFileUpload = async (scope: FastifyInstance, maxBytes: number): Promise<void> => {
  const limits = { fileSize: maxBytes, files: 1, fields: 0, parts: 1 }
  await scope.register(multipart, { limits, throwFileSizeLimit: false })
}

/**
 * Returns the file that a request sends, or undefined if it sends none. Check the sender's role before. A body is
 * refused only at twice the largest file, so that a slightly oversized file gets its own error message.
 */
export const uploadedFile = async (request: FastifyRequest, maxBytes: number): Promise<Form['file']> => {
  if (!request.isMultipart()) return undefined
  if (Number(request.headers['content-length'] ?? 0) > 2 * maxBytes) throw new BodyTooLarge()
  endAtLimit(request, 2 * maxBytes)
  const sent = await Promise.resolve()
    .then(() => request.file())
    .catch(cause => Promise.reject(unreadable(cause)))
  return sent && { name: sent.filename, bytes: readableBytes(sent.file), cut: () => sent.file.truncated }
}

/** Ends a body of unknown length at the limit: what it still sends is not read. */
const endAtLimit = ({ raw }: FastifyRequest, most: number): void => {
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > most) raw.destroy(new BodyTooLarge())
  })
}

class BodyTooLarge extends Error {
  readonly statusCode = 413
}

/** Gives an error of the multipart parser (RFC 7578) a status, unless a limit was reached. */
const unreadable = (cause: unknown): Error =>
  cause instanceof Error && 'statusCode' in cause
    ? cause
    : Object.assign(new Error('the upload cannot be read', { cause }), { statusCode: 400 })

async function* readableBytes(file: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* file
  } catch (cause) {
    throw unreadable(cause)
  }
}

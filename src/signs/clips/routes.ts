import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Needs } from '#src/context.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { may } from '#src/core/rules/staff.ts'
import { sendZipFile } from '#src/http/files.ts'
import { type JsonScope, makeRefuser, withContracts } from '#src/http/json-calls.ts'
import type { StaffGuard } from '#src/http/staff-guard.ts'
import { paths } from '#views/paths.ts'
import * as contract from '../contract.ts'
import { mediaTypeOf } from '../rules/clips/clip.ts'
import { signerRefusals } from '../rules/clips/consent.ts'
import { readDetails } from '../rules/clips/details.ts'
import { CHUNK_BYTES, readRange, uploadRefusals } from '../rules/clips/files.ts'
import { findMedia } from '../store/clips.ts'
import { exportSigner } from './signers.ts'
import { beginUpload, receiveChunk, type UploadState } from './uploads.ts'

/** Finds a file of a clip, or of signed help, by its name, and whether everybody may see it. Null for any other name. */
const openMedia = async ({ db, signedHelp }: Needs<'db' | 'signedHelp'>, name: string) => {
  const type = mediaTypeOf(name)
  if (!type) return null
  const help = signedHelp.findFile(name)
  const found = help === null ? await findMedia(db, name) : { bytes: help, published: true }
  return found && { type, ...found }
}

/** Asked for again each day, so that a clip that was taken down goes from browsers and caches, too. */
const DAY = 'public, max-age=86400'
/** Files of clips that are not published: kept by the browser of a colleague only, and not for long. */
const SHORT = 'private, max-age=3600'
/** A file is never a page: no script, no frame, no other origin. */
const LOCKED = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Serves the files of clips from our own origin, with ranges (RFC 9110 §14). Files of clips that are not published open
 * for the clip studio only.
 */
export const mountMedia = (
  server: FastifyInstance,
  app: Needs<'clipStorage' | 'db' | 'signedHelp'>,
  guard: Pick<StaffGuard, 'ofCall'>,
): void => {
  server.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: paths.media,
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { name } = request.params
      const nothing = () => reply.code(404).type('text/plain').send('Not found.')
      const media = await openMedia(app, name)
      if (!media || !(media.published || (await isOfStudio(guard, request)))) return nothing()
      const { type, bytes, published } = media
      const range = readRange(request.headers.range, bytes)
      const etag = `"${name}"`
      const isKnown = request.headers['if-none-match'] === etag
      const sendsContent = request.method === 'GET' && !isKnown && range !== 'unsatisfiable'
      const content = sendsContent ? await app.clipStorage.read(name, range ?? undefined) : undefined
      if (content === null) return nothing()
      reply.headers({ ...LOCKED, 'cache-control': published ? DAY : SHORT, etag, 'accept-ranges': 'bytes' }).type(type)
      if (isKnown) return reply.code(304).send()
      if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${bytes}`).send()
      if (range) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${bytes}`)
      return reply.header('content-length', range ? range.to - range.from + 1 : bytes).send(content)
    },
  })
}

const isOfStudio = async (guard: Pick<StaffGuard, 'ofCall'>, request: FastifyRequest): Promise<boolean> => {
  const session = await guard.ofCall(request)
  return session !== null && may(session.staff, 'clips')
}

const refused = makeRefuser(contract.clipStatus, { ...uploadRefusals, ...signerRefusals })

/** Options of the calls of the clip studio. */
const inStudio = { config: { right: 'clips' } } as const

/** Mounts the calls of the clip studio. The scope requires a signed-in staff user. */
export const mountClipCalls = async (
  scope: JsonScope,
  app: Needs<'clipStorage' | 'clipsFolder' | 'clock' | 'db' | 'jobs' | 'timezone'>,
): Promise<void> => {
  scope.post(paths.clipUploads, { schema: contract.beginUploadCall, ...inStudio }, async ({ body, staff }, reply) => {
    const { hash, name: fileName, bytes, ...fields } = body
    const begun = await beginUpload(app, { hash, fileName, bytes, details: readDetails(fields) }, staff!)
    return begun.ok ? toWireUpload(begun) : refused(reply, begun)
  })

  await scope.register(async parts => {
    // The body is not parsed: it is streamed to the disk.
    parts.removeAllContentTypeParsers()
    parts.addContentTypeParser('*', (_request, body, done) => done(null, body))
    const part = { schema: contract.sendChunkCall, bodyLimit: CHUNK_BYTES, ...inStudio }
    withContracts(parts).put(paths.clipUploadPart, part, async ({ params, body, staff }, reply) => {
      const stream = body instanceof Readable ? body : Readable.from([])
      const taken = await receiveChunk(app, { ...params, body: stream }, staff!)
      return taken.ok ? toWireUpload(taken) : refused(reply, taken)
    })
  })

  scope.get(paths.exportSigner, { schema: contract.exportSignerCall }, async ({ params, staff }, reply) => {
    const content = await exportSigner(app, params.id, staff!)
    return content ? sendZipFile(reply, `signer-${params.id}`, content) : refused(reply, refuse('signer_not_found'))
  })
}

const toWireUpload = ({ chunks, clipId }: UploadState): contract.WireUpload => ({
  chunks,
  chunk_bytes: CHUNK_BYTES,
  clip_id: clipId,
})

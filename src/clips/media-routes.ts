import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Needs } from '#src/context.ts'
import { may } from '#src/core/rules/staff.ts'
import type { StaffGuard } from '#src/http/staff-guard.ts'
import { paths } from '#views/paths.ts'
import { openMedia } from './open-media.ts'

const YEAR = 'public, max-age=31536000, immutable'
/** Files of clips that are not published: kept by the browser of a colleague only, and not for long. */
const SHORT = 'private, max-age=3600'
/** A file is never a page: no script, no frame, no other origin. */
const LOCKED = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Serves the files of clips from our own origin, with ranges (RFC 9110 §14). Their names are hashes of their content, so
 * browsers may cache them for a year. Files of clips that are not published open for the clip studio only.
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
      const media = await openMedia(app, name, request.headers.range)
      if (!media || !(media.published || (await isOfStudio(guard, request)))) return nothing()
      const { type, bytes, range, published } = media
      const etag = `"${name}"`
      const isKnown = request.headers['if-none-match'] === etag
      const sendsContent = request.method === 'GET' && !isKnown && range !== 'unsatisfiable'
      const content = sendsContent ? await media.open() : undefined
      if (content === null) return nothing()
      reply.headers({ ...LOCKED, 'cache-control': published ? YEAR : SHORT, etag, 'accept-ranges': 'bytes' }).type(type)
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

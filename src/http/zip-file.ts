import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Replies with a zip file that the browser downloads, as it is made. */
export const sendZipFile = (reply: FastifyReply, name: string, content: AsyncGenerator<Uint8Array>): FastifyReply =>
  reply
    .type('application/zip')
    .headers({ 'content-disposition': `attachment; filename="${name}.zip"`, 'cache-control': 'no-store' })
    .send(Readable.from(content, { objectMode: false }))

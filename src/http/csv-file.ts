import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Replies with a CSV file that the browser downloads. */
export const sendCsvFile = (reply: FastifyReply, name: string, content: string | Readable): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' })
    .send(content)

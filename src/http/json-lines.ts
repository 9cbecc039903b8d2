import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A reply in NDJSON: JSON objects, one a line, sent while the work runs. */
interface JsonLines<L extends object> {
  write(line: L): void
  /** Resolves when the first line is written. Until then an error can have a reply with a status of its own. */
  began: Promise<void>
  /** Sends all lines, also later ones. `last` resolves to the last line; if it rejects, the reply is cut off. */
  send(reply: FastifyReply, last: Promise<L>): FastifyReply
}

export const makeJsonLines = <L extends object>(): JsonLines<L> => {
  const text = new PassThrough()
  let begin = () => {}
  const began = new Promise<void>(done => {
    begin = done
  })
  const write = (line: L) => {
    text.write(`${JSON.stringify(line)}\n`)
    begin()
  }
  return {
    began,
    write,
    send(reply, last) {
      last.then(
        line => {
          write(line)
          text.end()
        },
        error => text.destroy(error),
      )
      // X-Accel-Buffering keeps proxies from buffering the lines.
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .send(text)
    },
  }
}

import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Log } from '#src/core/log.ts'

interface StreamOptions {
  log: Log
  /** Maximum number of open streams. A refused page can still be reloaded by hand. */
  maxOpen: number
  pollMs: number
  /** The stream ends after this many polls. The browser reconnects by itself, and its session is checked again. */
  maxPolls: number
}

interface EventStreams {
  /**
   * Sends the result of `read` at once and whenever it changes. Returns false, sending nothing, when too many streams
   * are open.
   */
  open(reply: FastifyReply, event: string, read: () => Promise<string>): boolean
}

/**
 * Server-sent events. Each stream polls the database, which all processes share, so no message bus is needed. Streams
 * end with the server and the browser reconnects.
 */
export const makeEventStreams = (server: FastifyInstance, options: StreamOptions): EventStreams => {
  const open = new Set<() => void>()
  server.addHook('preClose', async () => {
    for (const end of open) end()
  })
  return {
    open(reply, event, read) {
      if (open.size >= options.maxOpen) return false
      const { raw } = reply.hijack()
      const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      // Keeps proxies from buffering events.
      raw.writeHead(200, { ...headers, 'x-accel-buffering': 'no' })
      let timer: NodeJS.Timeout
      let sent: string | undefined
      let polls = 0
      const end = () => {
        clearTimeout(timer)
        open.delete(end)
        raw.end()
      }
      const poll = async () => {
        try {
          const data = await read()
          if (!open.has(end)) return
          // A comment line reveals a closed connection.
          raw.write(data === sent ? ':\n\n' : `event: ${event}\ndata: ${data}\n\n`)
          sent = data
        } catch (err) {
          options.log.warn({ err }, 'an event stream failed')
          return end()
        }
        if (++polls >= options.maxPolls) return end()
        timer = setTimeout(poll, options.pollMs)
      }
      open.add(end)
      raw.on('close', end)
      raw.write('retry: 3000\n\n')
      void poll()
      return true
    },
  }
}

import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Log } from '../log.ts'

interface StreamOptions {
  log: Log
  /** At most so many at once; a page whose stream is refused can still be refreshed. */
  most: number
  lookMs: number
  /** After so many looks it ends; the browser comes back by itself, and is asked again who it is. */
  mostLooks: number
}

export interface EventStreams {
  /** Answers with what `look` gives, at once and whenever it changes; false: there are too many. */
  open(reply: FastifyReply, event: string, look: () => Promise<string>): boolean
}

/**
 * Server-sent events. The database is what processes have in common, so each stream looks there for changes; it needs
 * neither a second connection nor a message bus. They end with the server, and the browser opens them anew.
 */
export const makeEventStreams = (server: FastifyInstance, options: StreamOptions): EventStreams => {
  const open = new Set<() => void>()
  server.addHook('preClose', async () => {
    for (const end of open) end()
  })
  return {
    open(reply, event, look) {
      if (open.size >= options.most) return false
      const { raw } = reply.hijack()
      const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
      // A proxy in front that collects answers would hold events back.
      raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers, 'x-accel-buffering': 'no' })
      let timer: NodeJS.Timeout
      let shown: string | undefined
      let looks = 0
      const end = () => {
        clearTimeout(timer)
        open.delete(end)
        raw.end()
      }
      const turn = async () => {
        try {
          const seen = await look()
          if (!open.has(end)) return
          // A comment in between tells a browser that went away from one that waits.
          raw.write(seen === shown ? ':\n\n' : `event: ${event}\ndata: ${seen}\n\n`)
          shown = seen
        } catch (err) {
          options.log.warn({ err }, 'an event stream ended')
          return end()
        }
        if (++looks >= options.mostLooks) return end()
        timer = setTimeout(turn, options.lookMs)
      }
      open.add(end)
      raw.on('close', end)
      raw.write('retry: 3000\n\n')
      void turn()
      return true
    },
  }
}

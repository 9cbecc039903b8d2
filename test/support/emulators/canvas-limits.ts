import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#src/core/clock.ts'
import { makeCanvasEmulator } from '#src/practice/emulators/canvas.ts'

/** A planned fault: an error status, no reply, or the work done with the reply lost or withheld. */
interface Fault {
  how: 'throttle-403' | 'throttle-429' | 'away' | 'forbidden' | 'silent' | 'lost' | 'hold' | 'elsewhere'
  times?: number
  /** Applies only to calls whose 'METHOD /path' contains this text. */
  only?: string
}

/** Canvas's leaky bucket: refuses above 600 and leaks 10 per second. A call reserves 50 in advance. */
const [HIGH_WATER, LEAK, AHEAD, COST] = [600, 10, 50, 0.1]

const REFUSALS: Partial<Record<Fault['how'], { status: number; body: object; headers?: Record<string, string> }>> = {
  'throttle-429': {
    status: 429,
    body: { errors: [{ message: 'Rate Limit Exceeded' }] },
    headers: { 'retry-after': '1' },
  },
  away: { status: 503, body: { errors: [{ message: 'An error occurred.' }] } },
  forbidden: {
    status: 403,
    body: { status: 'unauthorized', errors: [{ message: 'user not authorized to perform that action' }] },
  },
}

/** The practice Canvas, which also refuses calls over Canvas's rate limit, and applies planned faults. */
export const makeLimitedCanvas = (clock: Clock) => {
  const emulator = makeCanvasEmulator(clock)
  return { ...emulator, fail: mountLimits(emulator.server) }
}

/** Returns a function that plans faults for the next calls. Each applies to one matching call. */
const mountLimits = (server: FastifyInstance) => {
  const faults: (Fault & { times: number })[] = []
  /** Faults that apply after a call's work is done. */
  const planned = new WeakMap<FastifyRequest, Fault['how']>()
  let [level, at] = [0, performance.now()]

  const takeFault = ({ method, url }: FastifyRequest): Fault['how'] | undefined => {
    const fault = faults.find(f => f.times > 0 && `${method} ${url}`.includes(f.only ?? ''))
    if (fault) fault.times--
    return fault?.how
  }
  server.addHook('onRequest', async (request, reply) => {
    const now = performance.now()
    level = Math.max(0, level - ((now - at) / 1000) * LEAK)
    at = now
    const fault = takeFault(request)
    if (fault === 'throttle-403' || level > HIGH_WATER)
      return reply.code(403).type('text/html').send('403 Forbidden (Rate Limit Exceeded)')
    const refusal = fault && REFUSALS[fault]
    if (refusal)
      return reply
        .code(refusal.status)
        .headers(refusal.headers ?? {})
        .send(refusal.body)
    if (fault === 'silent') {
      reply.hijack()
      request.raw.socket.destroy()
    }
    if (fault) planned.set(request, fault)
    level += AHEAD
  })
  server.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 401) return payload
    level = Math.max(0, level - AHEAD + COST)
    reply.headers({ 'x-request-cost': String(COST), 'x-rate-limit-remaining': String(HIGH_WATER - level) })
    const fault = planned.get(request)
    if (fault === 'elsewhere') reply.header('link', '<http://elsewhere.example/?page=2>; rel="next"')
    // Never resolves. Fastify would send the payload even for a hijacked reply.
    if (fault === 'hold') await new Promise(() => {})
    if (fault === 'lost') {
      reply.hijack()
      request.raw.socket.destroy()
    }
    return payload
  })
  return ({ times = 1, ...fault }: Fault): void => void faults.push({ ...fault, times })
}

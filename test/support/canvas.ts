import { makeCanvasClient } from '#src/canvas/gateway/client.ts'
import { makeCanvasGateway } from '#src/canvas/gateway/gateway.ts'
import { makeHttpClient } from '#src/core/outbound.ts'
import { testClock } from './clock.ts'
import { makeLimitedCanvas } from './emulators/canvas-limits.ts'
import type { Test } from './test.ts'

export const CANVAS_HOST = 'canvas.example'

/** Starts a practice Canvas on its own port, with a gateway to it that records its waits. */
export const emulatedCanvas = async (t: Test, clock = testClock(), milliseconds = 5000) => {
  const emulator = makeLimitedCanvas(clock)
  const origin = await emulator.server.listen({ port: 0, host: '127.0.0.1' })
  t.teardown(() => emulator.server.close())
  const waits: number[] = []
  const gateway = (token = 'canvas-demo-token') => {
    const client = makeCanvasClient({
      origin,
      token,
      outbound: makeHttpClient({ milliseconds }),
      wait: async ms => waits.push(ms),
    })
    return makeCanvasGateway(client, { host: CANVAS_HOST, accountId: '1' })
  }
  return { emulator, origin, waits, gateway, canvas: gateway() }
}

import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { CANVAS_ACCOUNT, CANVAS_TOKEN, makeCanvasEmulator } from './canvas.ts'

/** The services that demo mode brings itself, each on a loopback port of its own. */
export interface Emulators {
  canvas: { origin: string; token: string; accountId: string; host: string } | null
  stop(): Promise<void>
}

/** What the demo courses name as their canvas_domain (contract.md, Demo data). */
const CANVAS_HOST = 'canvas.example'

/** Starts a practice service for each one that the settings do not name. */
export const startEmulators = async (config: Config, clock: Clock): Promise<Emulators> => {
  const stops: (() => Promise<unknown>)[] = []
  const canvas = async () => {
    const { server } = makeCanvasEmulator(clock)
    stops.push(() => server.close())
    const origin = await server.listen({ port: 0, host: '127.0.0.1' })
    return { origin, token: CANVAS_TOKEN, accountId: CANVAS_ACCOUNT, host: CANVAS_HOST }
  }
  return {
    canvas: config.canvas ? null : await canvas(),
    async stop() {
      await Promise.all(stops.map(stop => stop()))
    },
  }
}

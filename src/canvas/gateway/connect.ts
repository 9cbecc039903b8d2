import { makeHttpClient } from '#src/core/outbound/outbound.ts'
import type { Canvas } from '../rules/canvas-port.ts'
import { makeCanvasClient } from './client.ts'
import { makeCanvasGateway } from './gateway.ts'

interface CanvasSettings {
  origin: string
  token: string
  accountId: string
  /** The canvas_domain of this platform if it differs from the host of `origin`, as for the practice Canvas. */
  host?: string
}

export const connectCanvas = ({ origin, token, accountId, host }: CanvasSettings): Canvas =>
  makeCanvasGateway(makeCanvasClient({ origin, token, outbound: makeHttpClient({ service: 'canvas' }) }), {
    host: host ?? new URL(origin).host,
    accountId,
  })

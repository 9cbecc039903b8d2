import type { Canvas } from '../../domain/canvas.ts'
import { makeOutbound } from '../outbound.ts'
import { type InTurn, makeCanvasClient } from './client.ts'
import { makeCanvasGateway } from './gateway.ts'

export interface CanvasSettings {
  origin: string
  token: string
  accountId: string
  /** The canvas_domain of this platform if it differs from the host of `origin`, as for the practice Canvas. */
  host?: string
}

export const connectCanvas = ({ origin, token, accountId, host }: CanvasSettings, inTurn: InTurn): Canvas =>
  makeCanvasGateway(makeCanvasClient({ origin, token, outbound: makeOutbound(), inTurn }), {
    host: host ?? new URL(origin).host,
    accountId,
  })

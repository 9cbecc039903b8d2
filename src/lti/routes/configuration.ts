import type { FastifyInstance } from 'fastify'
import { paths } from '#views/paths.ts'
import { canvasConfiguration, cartridge, type ToolAddresses } from '../rules/tool-configuration.ts'

/**
 * Serves the tool configuration for LMS administrators: JSON for Canvas (LTI 1.3), XML for LTI 1.1. It contains no
 * secrets.
 */
export const mountConfiguration = (server: FastifyInstance, tool: ToolAddresses): void => {
  server.get(paths.configJson, async (_request, reply) =>
    reply.header('access-control-allow-origin', '*').send(canvasConfiguration(tool)),
  )
  server.get(paths.configXml, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(cartridge(tool)),
  )
}

export const toolAddresses = (publicUrl: string): ToolAddresses => ({
  publicUrl,
  launch: `${publicUrl}${paths.launch}`,
  login: `${publicUrl}${paths.ltiLogin}`,
  keys: `${publicUrl}${paths.keys}`,
})

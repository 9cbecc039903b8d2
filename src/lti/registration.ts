import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { type Call, readJson } from '#src/core/outbound/outbound.ts'
import {
  type PlatformConfiguration,
  RegistrationRefused,
  readConfiguration,
  readRegistered,
  registrationMessages,
} from '#src/schools/rules/registration.ts'
import { RegisterPlatform } from '#views/launching/register-platform.tsx'
import { RegistrationDone } from '#views/launching/registration-done.tsx'
import { paths } from '#views/paths.ts'
import { collectLaunchParameters, firstValue } from './parameters.ts'
import type { LtiDeps } from './route-deps.ts'
import { registrationRequest, type ToolAddresses } from './rules/tool-configuration.ts'

interface Sent {
  invite: string
  configurationUrl: string
  registrationToken: string
}

const TITLE = 'Register this tool'

/**
 * LTI Dynamic Registration: the LMS opens our invitation link, its administrator confirms, and the two servers exchange
 * their configuration.
 */
export const mountRegistration = (server: FastifyInstance, deps: LtiDeps, tool: ToolAddresses): void => {
  const { modules, pages } = deps

  const sentBy = (request: FastifyRequest): Sent => {
    const given = collectLaunchParameters(request.query, request.body)
    return {
      invite: firstValue(given, 'invite') ?? '',
      configurationUrl: firstValue(given, 'openid_configuration') ?? '',
      registrationToken: firstValue(given, 'registration_token') ?? '',
    }
  }
  /** Sends a page that any https page may frame, because the origin of the LMS is not known yet. */
  const page = (reply: FastifyReply, status: number, main: React.ReactElement) =>
    pages.send(reply, { chrome: 'bare', framedBy: { lms: [] }, status, title: TITLE, main })
  const ask = (reply: FastifyReply, status: number, sent: Sent, problem: string | null) =>
    page(reply, status, createElement(RegisterPlatform, { sent, problem, canTry: status !== 403, site: pages.site }))

  /** Returns what is wrong before the LMS is called; null when nothing is. */
  const problemOf = async ({ invite, configurationUrl }: Sent): Promise<string | null> => {
    if (!(await modules.schools.findInvitation(invite))) return registrationMessages.invite
    const problem = deps.addressProblem(configurationUrl)
    return problem ? registrationMessages.configuration : null
  }

  const call = async (request: Call): Promise<Record<string, unknown> | null> => {
    const { status, text } = await deps.outbound(request).catch((error: Error) => {
      throw new RegistrationRefused(registrationMessages.unreadable(error.message))
    })
    const answer = readJson(text)
    if (status >= 200 && status < 300 && answer) return answer
    throw new RegistrationRefused(registrationMessages.refused(`HTTP ${status} ${text.slice(0, 200)}`))
  }

  const calls = ({ configurationUrl, registrationToken }: Sent) => ({
    read: async () => readConfiguration(await call({ url: configurationUrl }), configurationUrl, deps.addressProblem),
    register: async ({ registrationUrl }: PlatformConfiguration) =>
      readRegistered(
        await call({
          method: 'POST',
          url: registrationUrl,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            ...(registrationToken ? { authorization: `Bearer ${registrationToken}` } : {}),
          },
          body: JSON.stringify(registrationRequest(tool)),
        }),
      ),
  })

  server.get(paths.register, async (request, reply) => {
    const sent = sentBy(request)
    const problem = await problemOf(sent)
    return ask(reply, problem ? 403 : 200, sent, problem)
  })
  server.post(paths.register, async (request, reply) => {
    const sent = sentBy(request)
    const problem = await problemOf(sent)
    if (problem) return ask(reply, 403, sent, problem)
    const result = await modules.schools.registerPlatform(sent.invite, calls(sent))
    if (result.kind === 'refused') return ask(reply, 422, sent, result.message)
    return page(reply, 200, createElement(RegistrationDone, { issuer: result.issuer, site: pages.site }))
  })
}

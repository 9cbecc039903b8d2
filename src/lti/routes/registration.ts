import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { App, Needs } from '#src/context.ts'
import type { Call } from '#src/core/outbound.ts'
import { parseJson } from '#src/core/outside/json.ts'
import { isRecord } from '#src/core/rules/guards.ts'
import { httpStatus } from '#src/core/rules/outcome.ts'
import { isSuccess } from '#src/core/rules/outside.ts'
import { webOrigin } from '#src/core/rules/web-addresses.ts'
import { requestingOrigin } from '#src/http/security.ts'
import { chosenLanguage, keepLanguage, visitorLanguage } from '#src/http/visitor-choices.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import { checkRegistration, findInvitation, registerPlatform } from '#src/schools/registrations.ts'
import type { PlatformPreset } from '#src/schools/rules/platform.ts'
import { type RegistrationRefusal, RegistrationRefused } from '#src/schools/rules/registration.ts'
import { registrationSentence } from '#src/schools/texts/registration.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { Invited, RegisterPlatform, RegistrationDone } from '#views/launching/registration.tsx'
import { hrefs, paths } from '#views/paths.ts'
import { collectLaunchParameters, firstValue } from '../rules/launch.ts'
import { canvasConfiguration, cartridge, registrationRequest, type ToolAddresses } from '../rules/tool-configuration.ts'

/** Serves the tool configuration, which has no secrets: JSON for Canvas (LTI 1.3), XML for LTI 1.1. */
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

/** Errors of a registration (RFC 7591 §3.2.2, RFC 6750 §3.1), which tell the administrator what to change. */
const ERROR_CODES = [
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'invalid_software_statement',
  'unapproved_software_statement',
  'invalid_request',
  'invalid_token',
]

interface Sent {
  invite: string
  configurationUrl: string
  registrationToken: string
  /** Address of the administrator, as they typed it. */
  email: string
}

type Drawn = Pick<Parameters<App['pages']['send']>[1], 'main' | 'switchAt'>

/** LTI Dynamic Registration: the LMS opens our link, its administrator confirms, and the servers exchange settings. */
export const mountRegistration = (
  server: FastifyInstance,
  app: Needs<'addressFault' | 'clock' | 'db' | 'isOwn' | 'jobs' | 'lmsClient' | 'pages' | 'publicUrl'>,
  tool: ToolAddresses,
): void => {
  const { pages } = app

  const sentBy = (request: FastifyRequest): Sent => {
    const given = collectLaunchParameters(request.query, request.body)
    return {
      invite: firstValue(given, 'invite') ?? '',
      configurationUrl: firstValue(given, 'openid_configuration') ?? '',
      registrationToken: firstValue(given, 'registration_token') ?? '',
      email: firstValue(given, 'email') ?? '',
    }
  }
  /** Sends a page that the LMS may frame: the origin that requested it, and the one in the registration link. */
  const page = (reply: FastifyReply, sent: Sent, status: number, { main, switchAt }: Drawn) => {
    const { request } = reply
    const [chosen, language] = [chosenLanguage(request), visitorLanguage(request)]
    if (chosen) keepLanguage(reply, chosen, app)
    const lms = [requestingOrigin(request, app.publicUrl), webOrigin(sent.configurationUrl)]
    const framedBy = { lms: lms.filter(origin => origin !== null) }
    const { title } = textsIn(language).registration
    return pages.send(reply, { chrome: 'bare', framedBy, status, title, language, switchAt, main })
  }
  const ask = (reply: FastifyReply, sent: Sent, refused?: RegistrationRefusal) => {
    const status = refused ? httpStatus(schoolStatus, refused.reason) : 200
    const problem = refused ? registrationSentence(refused, visitorLanguage(reply.request)) : null
    const main = createElement(RegisterPlatform, { sent, problem, canTry: status !== 403, site: pages.site })
    return page(reply, sent, status, { main, switchAt: { url: hrefs.registerAgain(sent) } })
  }

  const call = async (request: Call): Promise<Record<string, unknown>> => {
    const { status, text } = await app.lmsClient(request).catch((error: Error) => {
      throw new RegistrationRefused({ reason: 'configuration_unreadable', detail: error.message })
    })
    const answer = parseJson(text)
    if (isSuccess(status) && isRecord(answer)) return answer
    // The page quotes nothing of an answer, which may come from a service that only we reach.
    const error = isRecord(answer) && typeof answer.error === 'string' ? answer.error : ''
    const code = ERROR_CODES.includes(error) ? ` ${error}` : ''
    throw new RegistrationRefused({ reason: 'registration_rejected', detail: `HTTP ${status}${code}` })
  }

  const calls = ({ registrationToken }: Sent) => ({
    read: (configurationUrl: string) => call({ url: configurationUrl }),
    register: (registrationUrl: string, preset: PlatformPreset, platformId: number) =>
      call({
        method: 'POST',
        url: registrationUrl,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(registrationToken ? { authorization: `Bearer ${registrationToken}` } : {}),
        },
        body: JSON.stringify(
          registrationRequest({ ...tool, keys: `${tool.publicUrl}${hrefs.platformKeys(platformId)}` }, preset),
        ),
      }),
  })

  server.get(paths.register, async (request, reply) => {
    const sent = sentBy(request)
    const invitation = sent.configurationUrl === '' ? await findInvitation(app, sent.invite) : null
    if (invitation) {
      // Opened in a browser, not by an LMS.
      const link = app.publicUrl + hrefs.register(sent.invite)
      const main = createElement(Invited, { link, expiresAt: invitation.expiresAt, site: pages.site })
      return page(reply, sent, 200, { main, switchAt: { url: hrefs.register(sent.invite) } })
    }
    const checked = await checkRegistration(app, sent)
    return checked.ok ? ask(reply, sent) : ask(reply, sent, checked)
  })
  server.post(paths.register, async (request, reply) => {
    const sent = sentBy(request)
    const result = await registerPlatform(app, sent, calls(sent))
    if (!result.ok) return ask(reply, sent, result)
    // The invitation is spent, so the page cannot be opened again.
    const { ok: _, ...registered } = result
    const main = createElement(RegistrationDone, { ...registered, site: pages.site })
    return page(reply, sent, 200, { main, switchAt: 'within' })
  })
}

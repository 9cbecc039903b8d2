import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { App, Needs } from '#src/context.ts'
import { type Call, readJson } from '#src/core/outbound/outbound.ts'
import { textsIn } from '#src/core/rules/languages/catalogues.ts'
import { webOrigin } from '#src/core/rules/web-origin.ts'
import { chosenLanguage, keepLanguage, visitorLanguage } from '#src/http/page-language.ts'
import { requestingOrigin } from '#src/http/requesting-origin.ts'
import { schoolStatus } from '#src/schools/contract.ts'
import { checkRegistration, registerPlatform } from '#src/schools/registrations.ts'
import { type RegistrationRefusal, RegistrationRefused, registrationSentence } from '#src/schools/rules/registration.ts'
import { RegisterPlatform } from '#views/launching/register-platform.tsx'
import { RegistrationDone } from '#views/launching/registration-done.tsx'
import { hrefs, paths } from '#views/paths.ts'
import { collectLaunchParameters, firstValue } from '../parameters.ts'
import { registrationRequest, type ToolAddresses } from '../rules/tool-configuration.ts'

interface Sent {
  invite: string
  configurationUrl: string
  registrationToken: string
}

type Drawn = Pick<Parameters<App['pages']['send']>[1], 'main' | 'switchAt'>

/**
 * LTI Dynamic Registration: the LMS opens our invitation link, its administrator confirms, and the two servers exchange
 * their configuration.
 */
export const mountRegistration = (
  server: FastifyInstance,
  app: Needs<'addressFault' | 'clock' | 'db' | 'lmsClient' | 'pages' | 'publicUrl'>,
  tool: ToolAddresses,
): void => {
  const { pages } = app

  const sentBy = (request: FastifyRequest): Sent => {
    const given = collectLaunchParameters(request.query, request.body)
    return {
      invite: firstValue(given, 'invite') ?? '',
      configurationUrl: firstValue(given, 'openid_configuration') ?? '',
      registrationToken: firstValue(given, 'registration_token') ?? '',
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
    const status = refused ? schoolStatus[refused.reason] : 200
    const problem = refused ? registrationSentence(refused, visitorLanguage(reply.request)) : null
    const main = createElement(RegisterPlatform, { sent, problem, canTry: status !== 403, site: pages.site })
    return page(reply, sent, status, { main, switchAt: { url: hrefs.registerAgain(sent) } })
  }

  const call = async (request: Call): Promise<Record<string, unknown>> => {
    const { status, text } = await app.lmsClient(request).catch((error: Error) => {
      throw new RegistrationRefused({ reason: 'configuration_unreadable', detail: error.message })
    })
    const answer = readJson(text)
    if (status >= 200 && status < 300 && answer) return answer
    throw new RegistrationRefused({ reason: 'registration_rejected', detail: `HTTP ${status} ${text.slice(0, 200)}` })
  }

  const calls = ({ registrationToken }: Sent) => ({
    read: (configurationUrl: string) => call({ url: configurationUrl }),
    register: (registrationUrl: string) =>
      call({
        method: 'POST',
        url: registrationUrl,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(registrationToken ? { authorization: `Bearer ${registrationToken}` } : {}),
        },
        body: JSON.stringify(registrationRequest(tool)),
      }),
  })

  server.get(paths.register, async (request, reply) => {
    const sent = sentBy(request)
    const checked = await checkRegistration(app, sent)
    return checked.ok ? ask(reply, sent) : ask(reply, sent, checked)
  })
  server.post(paths.register, async (request, reply) => {
    const sent = sentBy(request)
    const result = await registerPlatform(app, sent, calls(sent))
    if (!result.ok) return ask(reply, sent, result)
    // The invitation is spent, so the page cannot be opened again.
    const main = createElement(RegistrationDone, { issuer: result.issuer, site: pages.site })
    return page(reply, sent, 200, { main, switchAt: 'within' })
  })
}

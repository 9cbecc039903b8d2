import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { LaunchRefused } from '#views/errors/launch-refused.tsx'
import { hrefs } from '#views/paths.ts'
import type { Received } from '../receive-launch.ts'
import { refusals, refusalText } from '../rules/launch-refusal.ts'
import type { Login } from '../store/logins.ts'
import type { LtiDeps } from './deps.ts'
import { languageOfLaunch } from './language-of-launch.ts'
import { launchFramers } from './launch-framers.ts'

/** Redirects to the page that a launch opened, or sends the page of its refusal. */
export const answerLaunch = (
  reply: FastifyReply,
  request: FastifyRequest,
  received: Received,
  /** The login of a 1.3 launch, if it is known. */
  login: Pick<Login, 'platform' | 'lmsOrigin'> | undefined,
  { pages, publicUrl }: LtiDeps,
): FastifyReply => {
  switch (received.go) {
    case 'pay':
      return reply.redirect(hrefs.ltiPay(received.token), 303)
    case 'teacher':
      return reply.redirect(hrefs.ltiTeacher(received.token, received.state, received.unit?.toString()), 303)
    case 'wts':
      return reply.redirect(hrefs.ltiWts(received.token, received.state), 303)
    case 'deep_link':
      return reply.redirect(hrefs.deepLink(received.token, received.state), 303)
    case 'observer':
      return reply.redirect(hrefs.ltiObserver(received.lmsOrigin, received.language), 303)
    case 'refused': {
      const language = languageOfLaunch(request)
      const { status } = refusals[received.reason]
      const title = refusalText(received.reason, language).heading
      const main = createElement(LaunchRefused, { refusal: received, reference: request.id, site: pages.site })
      const framedBy = launchFramers(request, login, publicUrl)
      return pages.send(reply, { chrome: 'bare', framedBy, status, title, language, main })
    }
    default:
      return received satisfies never
  }
}

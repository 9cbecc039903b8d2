import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { Needs } from '#src/context.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { requestingOrigin } from '#src/http/requesting-origin.ts'
import { LaunchRefused } from '#views/errors/launch-refused.tsx'
import { hrefs } from '#views/paths.ts'
import { withQuery } from '#views/pay-paths.ts'
import type { LocalPath } from '#views/screen.ts'
import type { Received } from '../receive-launch.ts'
import { type Refusal, refusals, refusalText } from '../rules/launch-refusal.ts'
import type { Login } from '../store/logins.ts'
import { languageOfLaunch } from './language-of-launch.ts'
import { launchFramers } from './launch-framers.ts'

interface Arrived {
  /** The login of a 1.3 launch, if it is known. */
  login?: Pick<Login, 'platform' | 'lmsOrigin'> | undefined
  /** The language that the person chose before the launch was opened. Its page keeps the choice. */
  chosen?: Language | null
}

/** Redirects to the page that a launch opened, or sends the page of its refusal. */
export const answerLaunch = (
  reply: FastifyReply,
  request: FastifyRequest,
  received: Received,
  { login, chosen = null }: Arrived,
  app: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  if (received.go === 'refused') return sendRefusal(reply, request, received, login, app)
  return reply.redirect(withQuery(pageOf(received), { lang: chosen ?? undefined }), 303)
}

const pageOf = (received: Exclude<Received, { go: 'refused' }>): LocalPath => {
  switch (received.go) {
    case 'pay':
      return hrefs.ltiPay(received.token)
    case 'teacher':
      return hrefs.ltiTeacher(received.token, received.state, received.unit?.toString())
    case 'wts':
      return hrefs.ltiWts(received.token, received.state)
    case 'deep_link':
      return hrefs.deepLink(received.token, received.state)
    case 'observer':
      return hrefs.ltiObserver(received.lmsOrigin, received.language)
    default:
      return received satisfies never
  }
}

const sendRefusal = (
  reply: FastifyReply,
  request: FastifyRequest,
  refusal: Refusal,
  login: Arrived['login'],
  { pages, publicUrl }: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  const language = languageOfLaunch(request)
  const lms = requestingOrigin(request, publicUrl) ?? login?.lmsOrigin ?? null
  return pages.send(reply, {
    chrome: 'bare',
    framedBy: launchFramers(request, login, publicUrl),
    status: refusals[refusal.reason].status,
    title: refusalText(refusal.reason, language).heading,
    language,
    switchAt: { url: hrefs.ltiRefused(refusal.reason, request.id, lms) },
    main: createElement(LaunchRefused, { refusal, reference: request.id, site: pages.site }),
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { Needs } from '#src/context.ts'
import { type Language, languageOf } from '#src/core/rules/language.ts'
import { fieldsOf } from '#src/http/fields.ts'
import { requestingOrigin } from '#src/http/security.ts'
import { ownLanguage, visitorLanguage } from '#src/http/visitor-choices.ts'
import { platformOrigins } from '#src/schools/rules/platform-presets.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { LaunchRefused } from '#views/errors/problem.tsx'
import { LaunchChecked } from '#views/launching/launch-pages.tsx'
import { hrefs } from '#views/paths.ts'
import { withQuery } from '#views/pay-paths.ts'
import type { FramedBy, LocalPath } from '#views/screen.ts'
import { type Examination, examineToken } from '../launch-check.ts'
import { firstValue, type Parameters } from '../parameters.ts'
import type { Received } from '../receive-launch.ts'
import type { Launch } from '../rules/launch.ts'
import { type Refusal, refusalStatus } from '../rules/launch-refusals.ts'
import type { Login } from '../store/logins.ts'
import { refusalText } from '../texts/launch.ts'
import type { LaunchCheck } from '../texts/launch-check.ts'
import type { LaunchFacts } from '../v1p3/verified-claims.ts'

/** Returns the language of a page before its launch is verified: the visitor's choice, the locale of the launch, or else the browser's. */
export const languageOfLaunch = (request: FastifyRequest): Language =>
  ownLanguage(request) ?? languageOf(fieldsOf(request.body).launch_presentation_locale) ?? visitorLanguage(request)

/**
 * Returns who may frame a page before its launch is verified, and a refusal: the page that asked for it, the LMS page
 * that sent the login, and the platform's own hosts.
 */
export const launchFramers = (
  request: FastifyRequest,
  login: Pick<Login, 'platform' | 'lmsOrigin'> | undefined,
  publicUrl: string,
): FramedBy => {
  const sent = [requestingOrigin(request, publicUrl), login?.lmsOrigin].filter(origin => typeof origin === 'string')
  return { lms: [...sent, ...(login ? platformOrigins(login.platform) : [])] }
}

/**
 * Returns who may frame the page that asks to continue. Its button is worth stealing, so request headers and custom
 * parameters, which a teacher may type, do not count: only the platform's hosts, and the return address that it signed.
 */
export const signedFramers = ({ course }: Launch, { platform }: Pick<Login, 'platform'>): FramedBy => ({
  lms: [course.lmsOrigin ?? [], ...platformOrigins(platform)].flat(),
})

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
      return hrefs.ltiObserver(received)
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
    status: refusalStatus(refusal.reason),
    title: refusalText(refusal.reason, language).heading,
    language,
    switchAt: { url: hrefs.ltiRefused(refusal.reason, request.id, lms) },
    main: createElement(LaunchRefused, { refusal, reference: request.id, site: pages.site }),
  })
}

/** Lists all faults of a 1.3 launch, not just the one that stopped it. */
export const examine = (
  { reason }: Refusal,
  parameters: Parameters,
  { login, binding }: LaunchFacts = {},
  { clock, publicUrl, timezone, platformKeys }: Needs<'clock' | 'platformKeys' | 'publicUrl' | 'timezone'>,
): Promise<Examination> =>
  examineToken({
    idToken: firstValue(parameters, 'id_token') ?? '',
    now: clock.now(),
    place: { publicUrl, timezone },
    login: login ?? null,
    // Do not wait again for a platform that just failed to respond.
    mayAskForKeys: Boolean(binding) && reason !== 'platform-keys',
    findKey: (url, kid) => platformKeys.find(url, kid),
  })

export const showCheck = (
  reply: FastifyReply,
  request: FastifyRequest,
  checkIn: (language: Language) => LaunchCheck,
  facts: LaunchFacts | undefined,
  { pages, publicUrl }: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  const language = languageOfLaunch(request)
  const { refusal } = checkIn(language)
  return pages.send(reply, {
    chrome: 'bare',
    framedBy: launchFramers(request, facts?.login, publicUrl),
    status: refusal ? refusalStatus(refusal.reason) : 200,
    title: textsIn(language).launchCheck.title,
    language,
    switchAt: 'within',
    main: createElement(LaunchChecked, { checkIn, reference: request.id, site: pages.site }),
  })
}

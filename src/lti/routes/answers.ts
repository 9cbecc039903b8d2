import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { Needs } from '#src/context.ts'
import { type Language, languageOf } from '#src/core/rules/language.ts'
import { fieldsOf } from '#src/http/fields.ts'
import type { PageOptions } from '#src/http/pages.ts'
import { requestingOrigin } from '#src/http/security.ts'
import { ownLanguage, visitorLanguage } from '#src/http/visitor-choices.ts'
import { platformOrigins } from '#src/schools/rules/platform-presets.ts'
import { type Texts, textsIn } from '#src/texts/catalogues.ts'
import { LaunchRefused } from '#views/errors/problem.tsx'
import { LaunchChecked } from '#views/launching/launch-pages.tsx'
import { hrefs } from '#views/paths.ts'
import { withQuery } from '#views/pay-paths.ts'
import type { FramedBy, LocalPath } from '#views/screen.ts'
import type { LaunchCheck } from '../launch-check.ts'
import type { Received } from '../receive-launch.ts'
import type { Launch } from '../rules/launch.ts'
import { type Refusal, refusalStatus } from '../rules/launch-refusals.ts'
import type { Login } from '../store/logins.ts'
import type { LaunchFacts } from '../v1p3/verified-claims.ts'

/** Returns the language of a page before its launch is verified: the visitor's choice, the locale of the launch, or else the browser's. */
const languageOfLaunch = (request: FastifyRequest): Language =>
  ownLanguage(request) ?? languageOf(fieldsOf(request.body).launch_presentation_locale) ?? visitorLanguage(request)

/** Returns who may frame a page before its launch is verified: the page that asked, the login's, the platform's hosts. */
const launchFramers = (
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
  received: Received,
  { login, chosen = null }: Arrived,
  app: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  if (received.go === 'refused') return sendRefusal(reply, received, login, app)
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

/** Sends a page before its launch is verified, or instead of it, to the LMS that may frame it. */
export const sendLaunchPage = (
  reply: FastifyReply,
  login: Arrived['login'],
  page: Pick<PageOptions, 'main'> & Partial<Pick<PageOptions, 'status' | 'switchAt'>> & { title(texts: Texts): string },
  { pages, publicUrl }: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  const language = languageOfLaunch(reply.request)
  return pages.send(reply, {
    chrome: 'bare',
    framedBy: launchFramers(reply.request, login, publicUrl),
    status: 200,
    language,
    switchAt: 'within',
    ...page,
    title: page.title(textsIn(language)),
  })
}

const sendRefusal = (
  reply: FastifyReply,
  refusal: Refusal,
  login: Arrived['login'],
  app: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  const { reason } = refusal
  const { request } = reply
  const lms = requestingOrigin(request, app.publicUrl) ?? login?.lmsOrigin ?? null
  const main = createElement(LaunchRefused, { refusal, reference: request.id, site: app.pages.site })
  const switchAt = { url: hrefs.ltiRefused(reason, request.id, lms) }
  const title = ({ launchRefusals }: Texts) => launchRefusals[reason].heading
  return sendLaunchPage(reply, login, { status: refusalStatus(reason), title, switchAt, main }, app)
}

export const showCheck = (
  reply: FastifyReply,
  refusal: Refusal | null,
  checkIn: (language: Language) => LaunchCheck,
  facts: LaunchFacts | undefined,
  app: Needs<'pages' | 'publicUrl'>,
): FastifyReply => {
  const status = refusal ? refusalStatus(refusal.reason) : 200
  const main = createElement(LaunchChecked, { checkIn, reference: reply.request.id, site: app.pages.site })
  return sendLaunchPage(reply, facts?.login, { status, title: texts => texts.launchCheck.title, main }, app)
}

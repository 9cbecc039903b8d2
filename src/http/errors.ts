import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import { createElement } from 'react'
import { isUnavailable } from '#src/core/db/transactions.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { acceptedLanguage, type Language } from '#src/core/rules/language.ts'
import { NotYourRole, SignInAgain } from '#src/core/rules/staff.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { requestProblem, type Texts, textsIn, unfitBody } from '#src/texts/catalogues.ts'
import { Problem, type Way } from '#views/errors/problem.tsx'
import { hrefs, paths } from '#views/paths.ts'
import { fieldsOf } from './fields.ts'
import type { Pages } from './pages.ts'
import { guardOf, type StaffGuard } from './staff-guard.ts'
import { chosenLanguage, visitorLanguage } from './visitor-choices.ts'

const statusOf = (error: FastifyError): number => {
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return error.statusCode
  return isUnavailable(error) ? 503 : 500
}

const sentenceOf = (error: FastifyError, status: number, forStaff: boolean, language: Language): string => {
  if (error instanceof NotYourRole) return error.message
  if (forStaff && status === 500) return adminMessages.serverError
  return requestProblem(status, language)
}

/** Logs a server error with the id the reply quotes, and returns the status. */
const logFailure = (request: FastifyRequest, error: FastifyError): number => {
  const status = statusOf(error)
  if (status >= 500)
    request.log.error({ reqId: request.id, err: error, route: request.routeOptions.url }, 'request failed')
  return status
}

/** Returns whether a browser opens the address as a page, for example by a link to a download. */
const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.authorization === undefined && /\btext\/html\b/.test(headers.accept ?? '')

/** Returns the page of ours that holds the link. The referrer policy sends its whole address to our origin only. */
const refererPath = ({ headers: { referer = '' }, host }: FastifyRequest): string => {
  const url = URL.canParse(referer) ? new URL(referer) : null
  return localPath(url?.host === host ? url.pathname + url.search : undefined)
}

/** Replies to errors with JSON: `{ error, error_id }`. A download that needs a fresh sign-in leads to its page. */
export const answerErrorsAsJson = (server: FastifyInstance, { forStaff = false } = {}): void => {
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) return sendInvalidInput(reply, error.validation)
    if (error instanceof SignInAgain) {
      if (isNavigation(request)) return reply.redirect(hrefs.confirmSignIn(refererPath(request)), 303)
      return reply.code(403).send({ error: error.message, reason: error.reason, error_id: request.id })
    }
    const status = logFailure(request, error)
    const language = forStaff ? 'en' : acceptedLanguage(request.headers['accept-language'])
    return reply.code(status).send({ error: sentenceOf(error, status, forStaff, language), error_id: request.id })
  })
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

const isOfStaff = (request: FastifyRequest): boolean => guardOf(pathOf(request)) !== 'open'

/** Returns the message for an error page. Staff pages and the join and pay pages have their own sentences. */
const messageOf = (request: FastifyRequest, error: FastifyError, status: number, language: Language): string => {
  const { errors, ui } = textsIn(language)
  const path = pathOf(request)
  if (status >= 500 && (path === paths.pay || path === paths.verify)) return ui.networkError
  const forStaff = isOfStaff(request)
  return status === 500 && !forStaff ? errors.wentWrong : sentenceOf(error, status, forStaff, language)
}

/** Returns whether the request is a launch or its login: the person came from their course and entered nothing. */
const isLaunch = ({ routeOptions: { url } }: FastifyRequest) => url === paths.launch || url === paths.ltiLogin

const adviceOf = (request: FastifyRequest, status: number, { errors }: Texts): string => {
  if (status < 500) return errors.goBack
  if (isLaunch(request)) return errors.openAgain
  // The sentence for 503 says when to retry.
  return status === 503 ? errors.nothingLost : `${errors.inAMinute} ${errors.nothingLost}`
}

/** Returns a link to try again: the same URL, or for a form the page it was on. A link cannot submit twice. */
const retryLink = ({ method, routeOptions, url }: FastifyRequest, { errors, ui }: Texts): Way | undefined => {
  if (method === 'GET') return { href: localPath(url), label: ui.tryAgain }
  return routeOptions.config?.isScreen ? { href: localPath(url), label: errors.backToPage } : undefined
}

/** Finds who may frame the pages of a token, and the language of its person. */
type FindVisitor = (token: string) => Promise<{ framers: string[]; language: Language | null }>

/** Replies to errors with an error page, which shows inside the LMS too. */
export const answerErrorsAsPages = (server: FastifyInstance, pages: Pages, findVisitor: FindVisitor): void => {
  server.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = logFailure(request, error)
    const { token } = fieldsOf(request.query)
    const known = token && status !== 503 ? await findVisitor(token).catch(() => null) : null
    const forStaff = isOfStaff(request)
    const language = forStaff ? 'en' : (chosenLanguage(request) ?? known?.language ?? visitorLanguage(request))
    const texts = textsIn(language)
    const inWords = (language: Language) => ({
      what: messageOf(request, error, status, language),
      advice: adviceOf(request, status, textsIn(language)),
    })
    const canOpen = request.method === 'GET' || request.routeOptions.config?.isScreen
    const switchAt = forStaff ? 'english' : canOpen ? { url: localPath(request.url) } : 'within'
    return pages.send(reply, {
      title: texts.ui.uhOh,
      language,
      switchAt,
      status,
      chrome: 'bare',
      framedBy: { lms: known?.framers ?? [] },
      main: createElement(Problem, {
        ...inWords(language),
        elsewhere: switchAt === 'within' ? inWords : null,
        way: status >= 500 ? retryLink(request, texts) : undefined,
        reference: request.id,
        forStaff,
        site: pages.site,
      }),
    })
  })
}

/** Handles unknown paths: JSON for calls, 404 for files, and for visitors a redirect to the start page or login. */
export const answerUnknownAddresses = (server: FastifyInstance, guard: Pick<StaffGuard, 'hasCookie'>): void => {
  server.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/(api|twa|lti|webhooks)([/?]|$)/.test(request.url))
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .send({ error: requestProblem(404), error_id: request.id })
    if (/^\/(assets|media)\//.test(request.url) || request.method !== 'GET')
      return reply.code(404).type('text/plain').send(requestProblem(404))
    const needsLogin = guardOf(pathOf(request)) === 'login' && !guard.hasCookie(request)
    return reply.redirect(needsLogin ? hrefs.login(request.url) : paths.root, 302)
  })
}

/** Messages of zod itself, which name types and no fields. */
const OF_ZOD = /^(?:Invalid|Too (?:big|small))\b/
const UNKNOWN_FIELD = /^Unrecognized keys?: "(.*)"$/

/** Replies 422 to input that a route's schema rejected, with each field's name and what is expected. */
const sendInvalidInput = (reply: FastifyReply, found: ZodFastifySchemaValidationError[]): FastifyReply => {
  const errors = found.map(({ instancePath, message = unfitBody }) => {
    const unknown = message.match(UNKNOWN_FIELD)?.[1]?.replaceAll('"', '')
    return {
      field: unknown ?? (instancePath.slice(1).replaceAll('/', '.') || 'body'),
      message: unknown ? `This call does not know: ${unknown}.` : message,
    }
  })
  const error = errors.find(({ message }) => !OF_ZOD.test(message))?.message ?? unfitBody
  return reply.code(422).send({ error, errors })
}

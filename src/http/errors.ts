import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { createElement } from 'react'
import { isUnavailable } from '#src/core/db/is-unavailable.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { failureMessages } from '#src/core/rules/failure-messages.ts'
import { requestProblems } from '#src/core/rules/http-error-messages.ts'
import { localPath } from '#src/core/rules/local-path.ts'
import { NotYourRole, SignInAgain } from '#src/core/rules/staff.ts'
import { Problem, type Way } from '#views/errors/problem.tsx'
import { hrefs, paths } from '#views/paths.ts'
import { fieldsOf } from './fields.ts'
import { sendInvalidInput } from './invalid-body.ts'
import type { Pages } from './pages.ts'
import { guardOf } from './route-guard.ts'
import type { StaffGuard } from './staff-guard.ts'

const statusOf = (error: FastifyError): number => {
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return error.statusCode
  return isUnavailable(error) ? 503 : 500
}

const sentenceOf = (error: FastifyError, status: number, forStaff: boolean): string => {
  if (error instanceof NotYourRole) return error.message
  if (forStaff && status === 500) return adminMessages.serverError
  return requestProblems[status] ?? requestProblems[400] ?? ''
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
    return reply.code(status).send({ error: sentenceOf(error, status, forStaff), error_id: request.id })
  })
}

/** Returns the message for an error page. Staff pages and the join and pay pages have their own sentences. */
const messageOf = (request: FastifyRequest, error: FastifyError, status: number): string => {
  const [path = ''] = request.url.split('?')
  if (status >= 500 && (path === paths.pay || path === paths.verify)) return failureMessages.networkError
  const forStaff = guardOf(path) !== 'open'
  return status === 500 && !forStaff ? 'Something went wrong on our side.' : sentenceOf(error, status, forStaff)
}

/** Returns whether the request is a launch or its login: the person came from their course and entered nothing. */
const isLaunch = ({ routeOptions: { url } }: FastifyRequest) => url === paths.launch || url === paths.ltiLogin

const adviceOf = (request: FastifyRequest, status: number): string => {
  if (status < 500) return 'Go back and try again.'
  if (isLaunch(request)) return 'Go back to your course and open the link again in a minute.'
  // The sentence for 503 says when to retry.
  return status === 503
    ? 'Nothing you entered before is lost.'
    : 'Try again in a minute. Nothing you entered before is lost.'
}

/** Returns a link to try again: the same URL, or for a form the page it was on. A link cannot submit twice. */
const retryLink = ({ method, routeOptions, url }: FastifyRequest): Way | undefined => {
  if (method === 'GET') return { href: localPath(url), label: 'Try again' }
  return routeOptions.config?.isScreen ? { href: localPath(url), label: 'Back to your page' } : undefined
}

/** Finds the origins that may frame the pages of a token. */
type FindFramers = (token: string) => Promise<string[]>

/** Replies to errors with an error page, which shows inside the LMS too. */
export const answerErrorsAsPages = (server: FastifyInstance, pages: Pages, findFramers: FindFramers): void => {
  server.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = logFailure(request, error)
    const { token } = fieldsOf(request.query)
    const lms = token && status !== 503 ? await findFramers(token).catch(() => []) : []
    return pages.send(reply, {
      title: 'Uh oh!',
      status,
      chrome: 'bare',
      framedBy: { lms },
      main: createElement(Problem, {
        title: 'Uh oh!',
        what: messageOf(request, error, status),
        advice: adviceOf(request, status),
        way: status >= 500 ? retryLink(request) : undefined,
        reference: request.id,
        site: pages.site,
      }),
    })
  })
}

/**
 * Handles unknown paths: JSON for calls, a plain 404 for files, and a redirect to the start page for visitors. Staff who
 * are signed in go there too, because the login page would send them back here.
 */
export const answerUnknownAddresses = (server: FastifyInstance, guard: Pick<StaffGuard, 'hasCookie'>): void => {
  server.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/(api|twa|lti|webhooks)([/?]|$)/.test(request.url))
      return reply.code(404).send({ error: requestProblems[404], error_id: request.id })
    if (/^\/(assets|media)\//.test(request.url) || request.method !== 'GET')
      return reply.code(404).type('text/plain').send(requestProblems[404])
    const [path = ''] = request.url.split('?')
    const needsLogin = guardOf(path) === 'login' && !guard.hasCookie(request)
    return reply.redirect(needsLogin ? hrefs.login(request.url) : paths.root, 302)
  })
}

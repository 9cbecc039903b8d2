import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { App } from '#src/context.ts'
import type { Problem } from '#src/core/rules/problem.ts'
import { secondsUntil } from '#src/core/rules/time.ts'
import { sendCsvFile } from '#src/http/csv-file.ts'
import { noticeFor } from '#src/http/site-notice.ts'
import type { StaffGuard, StaffSession } from '#src/http/staff-guard.ts'
import { findNotice } from '#src/messages/site-notice.ts'
import { keepFlash } from '#src/staff/flashes.ts'
import { type Answer, answeredNow } from '#views/answer.ts'
import type { Form, Result, Screen, ScreenContext } from '#views/screen.ts'
import { AnswerOfPage } from '#views/ui/answer.ts'

export interface ScreenDeps {
  app: App
  content: ScreenContext['content']
  guard: StaffGuard
}

interface Shown {
  screen: Screen
  deps: ScreenDeps
  session: StaffSession | null
  context: ScreenContext
}

interface Acted {
  form: Form
  intent: string
  result: Result<unknown> | Answer
}

/** Answers a form: redirects after what was done, or loads the page again with the refusal and what was typed. */
export const answerPost = async (
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown,
  { form, intent, result }: Acted,
): Promise<FastifyReply> => {
  const { screen, deps, session, context } = shown
  if (result.kind === 'done') {
    const { to, feedback, shows } = result
    if (feedback || shows) {
      if (!session) throw new Error('only staff pages show something once')
      await keepFlash(deps.app, session, to, { feedback, shows })
    }
    return leadTo(request, reply, to)
  }
  if (result.kind !== 'refused' && result.kind !== 'ask') return sendResult(request, reply, shown, result)
  const refusal = result.kind === 'refused' ? result : result.refusal
  reply.header('x-reason', refusal?.reason ?? 'confirmation_needed')
  if (isFetch(request)) return sendProblem(reply, shown, result)
  context.answer = answeredNow(result, { form, url: request.url, intent, fields: screen.fields ?? [] })
  const page = await screen.load(context)
  const { status = 200, retryAfter } = refusal ?? {}
  return sendResult(
    request,
    reply,
    shown,
    page.kind === 'page' ? { ...page, status, ...(retryAfter ? { retryAfter } : {}) } : page,
  )
}

/** True if an island posts the form: it asks for JSON instead of a page. */
const isFetch = ({ headers }: FastifyRequest): boolean => headers.accept === 'application/json'

/** Leads on by a redirect. An island gets the address as `{ "to": … }` and opens it when it is ready. */
const leadTo = (request: FastifyRequest, reply: FastifyReply, to: string): FastifyReply =>
  isFetch(request) ? reply.header('cache-control', 'no-store').send({ to }) : reply.redirect(to, 303)

/** Answers an island with the reason as JSON calls do; 409 if a confirmation is needed. */
const sendProblem = (reply: FastifyReply, { deps }: Shown, given: Exclude<Answer, { kind: 'done' }>): FastifyReply => {
  const refusal = given.kind === 'refused' ? given : given.refusal
  if (!refusal) return reply.code(409).send({ error: '', reason: 'confirmation_needed' } satisfies Problem)
  const { reason, status, problems, retryAfter } = refusal
  if (retryAfter) reply.header('retry-after', secondsUntil(retryAfter, deps.app.clock.now()))
  const errors = Object.entries(problems).map(([field, message]) => ({ field, message }))
  return reply.code(status).send({ error: errors[0]?.message ?? '', reason, errors } satisfies Problem)
}

/** Sends what a screen loaded. */
export const sendResult = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { screen, deps: { app, guard }, session, context }: Shown,
  result: Result<unknown>,
): Promise<FastifyReply> => {
  if (result.kind === 'leave') return leadTo(request, reply, result.url)
  if (result.kind === 'csv') return sendCsvFile(reply, result.name, Readable.from(result.lines))
  if (result.kind === 'redirect') {
    if (result.session) guard.open(reply, { ...result.session, device: guard.deviceOf(request) })
    return leadTo(request, reply, result.to)
  }
  const { title, status, framedBy, outside, formTargets, data, retryAfter, language = context.language } = result
  if (retryAfter) reply.header('retry-after', secondsUntil(retryAfter, app.clock.now()))
  const notice = await noticeFor(request, () => findNotice(app))
  if (screen.translated) reply.header('vary', 'accept-language')
  return app.pages.send(reply, {
    title,
    ...(screen.translated ? { language, switchAt: { url: request.url } } : { switchAt: 'english' }),
    status,
    framedBy,
    outside,
    alert: notice && { notice, url: request.url },
    formTargets,
    chrome: screen.chrome,
    camera: screen.usesCamera,
    shell:
      screen.chrome === 'bar' && session
        ? { staff: session.staff, url: request.url, waiting: await context.countWaiting() }
        : null,
    main: createElement(
      AnswerOfPage,
      { value: context.answer },
      createElement(screen.View, { data, site: app.pages.site }),
    ),
  })
}

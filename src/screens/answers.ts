import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { keepFlash } from '#src/accounts/flashes.ts'
import { confirmSession, requestConfirmCode } from '#src/accounts/sessions.ts'
import type { App, Needs } from '#src/context.ts'
import type { Problem } from '#src/core/rules/calls.ts'
import { SignInAgain } from '#src/core/rules/staff.ts'
import { secondsUntil } from '#src/core/rules/time.ts'
import { countWaitingWork } from '#src/desk/waiting-work.ts'
import { sendCsvFile } from '#src/http/files.ts'
import type { StaffGuard, StaffSession } from '#src/http/staff-guard.ts'
import { noticeFor } from '#src/http/visitor-choices.ts'
import { findNotice } from '#src/messages/site-notice.ts'
import { type Answer, answeredNow } from '#views/answer.ts'
import { ConfirmItIsYou, type ConfirmStep, confirmFields, confirmTitle } from '#views/login/sign-in-again.tsx'
import type { Form, Result, Screen, ScreenContext } from '#views/screen.ts'
import { PageContext } from '#views/ui/office-page.tsx'

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

/** Answers a form: redirects after what was done, or loads the page again with the refusal and what was typed. */
export const answerPost = async (
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown,
  { form, intent, result }: { form: Form; intent: string; result: Result<unknown> | Answer },
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
  return sendResult(request, reply, shown, page.kind === 'page' ? { ...page, status, retryAfter } : page)
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
  const { reason, status, problems, retryAfter, help } = refusal
  if (help) deps.app.signedHelp.countSeen(help)
  if (retryAfter) reply.header('retry-after', secondsUntil(retryAfter, deps.app.clock.now()))
  const errors = Object.entries(problems).map(([field, message]) => ({ field, message }))
  return reply.code(status).send({ error: errors[0]?.message ?? '', reason, errors } satisfies Problem)
}

/** Sends what a screen loaded: its page, a file, or a redirect that may sign in. */
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
    styles: screen.styles,
    camera: screen.usesCamera,
    shell:
      screen.chrome === 'bar' && session
        ? { staff: session.staff, url: request.url, waiting: await countWaitingWork(app, session.staff) }
        : null,
    main: createElement(
      PageContext,
      { value: { answer: context.answer, site: app.pages.site, staff: context.staff } },
      createElement(screen.View, { data, site: app.pages.site }),
    ),
  })
}

/** Runs a form for a staff user. If it needs a fresh sign-in, asks for it on a page that keeps what was typed. */
export const runConfirmed = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'log' | 'pages' | 'publicUrl'>,
  { request, reply, session }: { request: FastifyRequest; reply: FastifyReply; session: StaffSession },
  form: Form,
  run: (session: StaffSession, form: Form) => Promise<FastifyReply>,
): Promise<FastifyReply> => {
  const { staff } = session
  const { step, code, kept } = splitForm(form)
  const show = (given: ConfirmStep, status: number) => {
    if (given.retryAfter) reply.header('retry-after', secondsUntil(given.retryAfter, app.clock.now()))
    const page = { ...given, action: request.url, email: staff.email, fields: kept.all }
    return app.pages.send(reply, {
      ...{ title: confirmTitle, status, switchAt: 'english', chrome: 'bar', framedBy: 'nobody' },
      shell: { staff, url: request.url },
      main: createElement(ConfirmItIsYou, page),
    })
  }
  if (step === 'send') {
    const sent = await requestConfirmCode(app, session)
    return sent.ok
      ? show({ step: 'code', problem: null }, 200)
      : show({ step: 'ask', problem: sent.reason, retryAfter: sent.until }, 429)
  }
  if (step === 'check') {
    const confirmed = await confirmSession(app, session, code)
    if (!confirmed.ok) return show({ step: 'code', problem: confirmed.reason }, 422)
    return run({ ...session, staff: { ...staff, confirmedAt: app.clock.now() } }, kept)
  }
  try {
    return await run(session, kept)
  } catch (error) {
    if (!(error instanceof SignInAgain)) throw error
    return show({ step: 'ask', problem: null }, 403)
  }
}

/** Separates the fields of the confirmation from those of the form that needs it. */
const splitForm = ({ fields, all, ...rest }: Form): { step: string; code: string; kept: Form } => {
  const { [confirmFields.step]: step = '', [confirmFields.code]: code = '', ...keptFields } = fields
  const { [confirmFields.step]: _step, [confirmFields.code]: _code, ...keptAll } = all
  return { step, code, kept: { ...rest, fields: keptFields, all: keptAll } }
}

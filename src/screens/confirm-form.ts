import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import type { Needs } from '#src/context.ts'
import { SignInAgain } from '#src/core/rules/staff.ts'
import { secondsUntil } from '#src/core/rules/time.ts'
import type { StaffSession } from '#src/http/staff-guard.ts'
import { confirmSession, requestConfirmCode } from '#src/staff/confirm-session.ts'
import { ConfirmItIsYou, type ConfirmStep, confirmFields, confirmTitle } from '#views/login/confirm-it-is-you.tsx'
import type { Form } from '#views/screen.ts'

/** Runs a form for a staff user. If it needs a fresh sign-in, asks for it on a page that keeps what was typed. */
export const runConfirmed = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'log' | 'pages'>,
  { request, reply, session }: { request: FastifyRequest; reply: FastifyReply; session: StaffSession },
  form: Form,
  run: (session: StaffSession, form: Form) => Promise<FastifyReply>,
): Promise<FastifyReply> => {
  const { staff } = session
  const { step, code, kept } = splitForm(form)
  const show = (given: ConfirmStep, status: number) => {
    if (given.retryAfter) reply.header('retry-after', secondsUntil(given.retryAfter, app.clock.now()))
    const page = { ...given, action: request.url, email: staff.email, fields: kept.all }
    const shell = { staff, url: request.url }
    const main = createElement(ConfirmItIsYou, page)
    return app.pages.send(reply, {
      title: confirmTitle,
      status,
      switchAt: 'english',
      chrome: 'bar',
      framedBy: 'nobody',
      shell,
      main,
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

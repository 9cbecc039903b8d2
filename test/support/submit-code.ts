import reasons from '#src/texts/en/reasons.ts'
import type { TestApp } from './app.ts'
import { openPay, postCode } from './form.ts'
import { textOf } from './html.ts'
import { redeem } from './school.ts'

/** A way to submit a code; all return status and message in the same one-line form. */
type SubmitCode = (app: TestApp, token: string, code: string) => Promise<string>

const line = (status: string, message: string) => (status === 'OK' ? `OK ${message}` : status)

/** POST /api/lti/verify_coupon_code */
const json: SubmitCode = async (app, token, code) => {
  const { http, status, message = '', error } = await redeem(app, token, code)
  return status ? line(status, message) : `${http} ${error}`
}

/** POST /lti/pay as a browser without JavaScript, following the redirect. */
const form: SubmitCode = async (app, token, code) => {
  const { status, location, body } = await postCode(app, token, code)
  if (status === 303) {
    const { searchParams } = new URL(location, 'http://x')
    const next = textOf((await openPay(app, token, searchParams.get('step') ?? undefined)).body)
    if (next.includes('You are in!')) return 'PROCESSED'
    if (searchParams.get('note') === 'covered') return line('OK', reasons.already_covered)
    return line('OK', next.match(/\d+ of \d+ codes validated: …?[\w-]+(, …?[\w-]+)*/)?.[0] ?? 'no message')
  }
  const sentence = textOf(body.match(/<p class="problem"[\s\S]*?<\/p>/)?.[0] ?? '')
  if (status !== 409) return `${status} ${sentence}`
  const max = (['MAX', 'MAX_SAME_EMAIL', 'MAX_OTHER_EMAIL'] as const).find(name => reasons[name] === sentence)
  return max ?? `409 ${sentence}`
}

export const waysToSubmit = { json, form }

import { setTimeout as pause } from 'node:timers/promises'
import { questionResponse } from '#src/accounts/rules/captcha.ts'
import { paths } from '#views/paths.ts'
import { PASSWORD } from '../../support/sign-up.ts'
import { answerOf } from '../../support/solve.ts'
import type { Load } from './load.ts'

const MAIL_WAIT_MS = 60_000
const CODES = 20

/** A network of its own for each person, since the servers limit codes by network. */
const networkOf = (n: number) => ({ 'x-forwarded-for': `100.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` })

const codeIn = async ({ mail, isOver }: Load, email: string): Promise<string | null> => {
  for (const end = performance.now() + MAIL_WAIT_MS; performance.now() < end && !isOver(); await pause(500)) {
    const found = mail.mails.findLast(m => m.to?.[0]?.address === email)?.text?.match(/^(\d{6,9})$/m)?.[1]
    if (found) return found
  }
  return null
}

/** A student joins by the course's link: captcha, form, and the code from the mail. */
export const signUp = async (load: Load): Promise<void> => {
  const { ask, post, note, joinToken, verified } = load
  const n = load.next()
  const [from, email] = [networkOf(n), `join-${n}@school.example`]
  const captcha = await (await ask('/api/captcha', { headers: from }))?.json().catch(() => null)
  if (!captcha?.need?.question) return note('captcha', undefined)
  const { token, text } = captcha.need.question
  const form = { name: 'Ana Lee', email, password: PASSWORD, enroll_token: joinToken }
  const solved = { recaptcha_response: questionResponse(token, answerOf(text)) }
  const sent = await post('/api/students/send_code', { ...form, ...solved }, from)
  note('sign-up', sent.status)
  if (sent.status !== 200) return
  const code = await codeIn(load, email)
  if (!code) return note('sign-up', 'no code within a minute')
  const checked = await post('/api/students/verify_code', { enroll_token: joinToken, email, magic_code: code }, from)
  note('code of the mail', checked.status)
  if (checked.status === 200) verified.push(email)
}

/** A manager makes a batch of codes and opens three pages. */
export const makeCodes = async ({ ask, post, note, manager, batches }: Load): Promise<void> => {
  const { bearer, cookie } = manager
  const headers = { authorization: `Bearer ${bearer}` }
  const made = await post('/twa/make_coupons', { product_code: 'A', count: CODES }, headers)
  note('staff call', made.status)
  if (made.status === 200) batches.push(made.data.batch.id)
  for (const path of [paths.today, `${paths.find}?q=Ana`, paths.payments])
    note('staff page', (await ask(path, { headers: { cookie } }))?.status)
}

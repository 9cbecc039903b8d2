import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#src/core/clock.ts'
import { LAUNCH_URL, launchFields } from '../../support/school.ts'
import { formBody, signPairs } from '../../support/sign.ts'
import type { Load } from './load.ts'

const PEOPLE = 500
const TRIES = 20

const launch = async ({ school, ask, note }: Load, contextId: string, userId: string): Promise<string | null> => {
  const fields = launchFields(school.key, { context_id: contextId, user_id: userId })
  const signed = signPairs(LAUNCH_URL, fields, { timestamp: Math.floor(systemClock.now().getTime() / 1000) })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await ask('/lti/launch', { method: 'POST', headers, body: formBody(signed) })
  note('launch', answer?.status)
  return answer?.headers.get('location')?.match(/token=([\w-]+)/)?.[1] ?? null
}

export const launchAgain = (load: Load) => launch(load, 'ctx-card', `u${Math.floor(Math.random() * PEOPLE)}`)

/** A student tries again until there is an answer; a repeated code counts once. */
export const redeemCode = async (load: Load): Promise<void> => {
  // Fails while the database is frozen.
  const token = await load.signedUp(`code-${load.next()}`).catch(() => null)
  if (!token) return
  for (let tries = 0; tries < TRIES && !load.isOver(); tries++) {
    const { status } = await load.post('/api/lti/verify_coupon_code', { enroll_token: token, coupon_code: load.code })
    load.note('code', status)
    if (status && status < 500) return
    await pause(200)
  }
}

/** Half of the students close the window before they are back. */
export const buyByCard = async (load: Load): Promise<void> => {
  const { stripe, ask, note, paidAt } = load
  const token = await launch(load, 'ctx-card', `card-${load.next()}`)
  if (!token) return
  const body = new URLSearchParams({ agreed: 'yes', intent: 'checkout' })
  const pressed = await ask(`/lti/pay?token=${token}`, { method: 'POST', body })
  note('checkout', pressed?.status)
  const id = pressed?.headers.get('location')?.match(/cs_test_\w+/)?.[0]
  if (!id) return
  await ask(`${stripe.base}/checkout/${id}`, { method: 'POST', body: new URLSearchParams({ card: '4242' }) })
  if (stripe.world.sessions.get(id)?.payment_status !== 'paid') return
  paidAt.set(id, systemClock.now())
  note('paid', 'in all')
  if (Math.random() < 0.5) note('success page', (await ask(`/lti_success?token=${token}&session_id=${id}`))?.status)
}

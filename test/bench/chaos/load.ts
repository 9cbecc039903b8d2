import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#src/core/clock.ts'
import { LAUNCH_URL, launchFields } from '../../support/school.ts'
import { formBody, signPairs } from '../../support/sign.ts'
import type { World } from './world.ts'

/** Counts of what the load asked for, by kind and result. */
type Counts = Record<string, number>

const PATIENCE_MS = 20_000
const WORKERS = { launch: 3, code: 2, card: 2 }

/** Students who launch, use the code and pay by card, each as often as the servers allow, until `isOver`. */
export const runLoad = async (world: World, isOver: () => boolean): Promise<Counts> => {
  const { bases, school, stripe, code } = world
  const counts: Counts = {}
  let people = 0
  const base = () => bases[Math.floor(Math.random() * bases.length)]!
  const ask = (url: string, init: RequestInit = {}) =>
    fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS), ...init }).catch(() => null)
  const note = (kind: string, status: number | string | undefined) => {
    const key = `${kind} ${status ?? 'no answer'}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  const launch = async (contextId: string, userId: string): Promise<string | null> => {
    const signed = signPairs(LAUNCH_URL, launchFields(school.key, { context_id: contextId, user_id: userId }), {
      timestamp: Math.floor(systemClock.now().getTime() / 1000),
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await ask(`${base()}/lti/launch`, { method: 'POST', headers, body: formBody(signed) })
    note('launch', answer?.status)
    return answer?.headers.get('location')?.match(/token=([\w-]+)/)?.[1] ?? null
  }
  const work = {
    launch: () => launch('ctx-card', `u${Math.floor(Math.random() * 500)}`),
    async code() {
      // Fails while the database is frozen.
      const token = await world.signUp(`code-${++people}`).catch(() => null)
      if (!token) return
      // A student tries again until there is an answer; a repeated code counts once.
      for (let tries = 0; tries < 20 && !isOver(); tries++) {
        const answer = await ask(`${base()}/api/lti/verify_coupon_code`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ enroll_token: token, coupon_code: code }),
        })
        note('code', answer?.status)
        if (answer && answer.status < 500) return
        await pause(200)
      }
    },
    async card() {
      const token = await launch('ctx-card', `card-${++people}`)
      if (!token) return
      const body = new URLSearchParams({ agreed: 'yes', intent: 'checkout' })
      const pressed = await ask(`${base()}/lti/pay?token=${token}`, { method: 'POST', body })
      note('checkout', pressed?.status)
      const id = pressed?.headers.get('location')?.match(/cs_test_\w+/)?.[0]
      if (!id) return
      await ask(`${stripe.base}/checkout/${id}`, { method: 'POST', body: new URLSearchParams({ card: '4242' }) })
      note('paid', 'in all')
      if (Math.random() < 0.5)
        note('success page', (await ask(`${base()}/lti_success?token=${token}&session_id=${id}`))?.status)
    },
  }
  const loop = async (one: () => Promise<unknown>) => {
    while (!isOver()) {
      await one()
      await pause(50)
    }
  }
  await Promise.all(
    (Object.keys(work) as (keyof typeof work)[]).flatMap(kind =>
      Array.from({ length: WORKERS[kind] }, () => loop(work[kind])),
    ),
  )
  return counts
}

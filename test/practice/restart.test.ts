import t from 'tap'
import { systemClock } from '#src/core/clock.ts'
import { refundRefusals } from '#src/payments/rules/refund.ts'
import type { TestApp } from '../support/app.ts'
import { launchAt } from '../support/browserless.ts'
import { freshDatabaseUrl, openAt } from '../support/database.ts'
import { dataFolder } from '../support/folder.ts'
import { tagsOf, textOf } from '../support/html.ts'
import { startServer } from '../support/running.ts'
import { postForm, pressPay } from '../support/shop.ts'
import { signedIn } from '../support/staff.ts'

t.test('a demo restart keeps the database and resets the practice Stripe', async t => {
  const DATABASE_URL = await freshDatabaseUrl(t)
  const dataDir = dataFolder(t)
  const start = () => startServer(t, { dataDir, env: { DATABASE_URL } })
  const isIn = async (base: string, enroll_token: string) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ enroll_token })
    const answer = await fetch(`${base}/api/lti/get_enrollment`, { method: 'POST', headers, body })
    return (await answer.json()).lti_enrollment.is_processed
  }
  const first = await start()
  const buy = async (base: string, user_id: string) => {
    const { token } = await launchAt(base, { context_id: 'demo-asl1', user_id })
    const { id } = await pressPay({ base, token }, { email: `${user_id}@home.example` })
    const back = (await postForm(`${base}/demo/checkout/${id}`, { card: '4242' })).headers.get('location') ?? ''
    await fetch(back)
    t.equal(await isIn(base, token), true)
    return { token, id }
  }
  const before = await buy(first.base, 'before')
  first.kill('SIGTERM')
  await first.ended

  const next = await start()
  t.equal(await isIn(next.base, before.token), true)
  const { cookie } = await signedIn({ db: await openAt(t, DATABASE_URL), clock: systemClock } as unknown as TestApp)
  const refund = async ({ token, id }: { token: string; id: string }) => {
    const post = (fields: Record<string, string>) =>
      fetch(`${next.base}/payments?token=${token}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, origin: next.base },
        body: new URLSearchParams({ intent: 'refund', session_id: id, ...fields }),
      })
    const asked = tagsOf(await (await post({})).text(), 'input')
    return post({ confirmed: asked.find(({ name }) => name === 'confirmed')?.value ?? '', reason: 'a test' })
  }
  const refused = await refund(before)
  t.match([refused.status, textOf(await refused.text())], [409, refundRefusals.refund_refused.message])
  const after = await buy(next.base, 'after')
  await refund(after)
  t.equal(await isIn(next.base, after.token), false, 'payments since the restart are known')
})

import type { Child } from '../child.ts'
import { FORM, type Request } from '../load.ts'
import { atOnce } from './at-once.ts'
import { cookiesOf } from './lms.ts'

/** Launches and follows each redirect to its page; returns the CPU microseconds of one launch with its page. */
export const launchAndPage = async (child: Child, requests: Request[]): Promise<number> => {
  const before = await child.cpu()
  await atOnce(requests, async ({ path, body = '', cookie = '' }) => {
    const options = { method: 'POST', headers: { ...FORM, cookie }, body, redirect: 'manual' } as const
    const launched = await fetch(child.base + path, options)
    await launched.text()
    const location = new URL(launched.headers.get('location') ?? '/no-redirect', child.base)
    const page = await fetch(location, { headers: { cookie: cookiesOf(launched) } })
    if (!/I agree to the/.test(await page.text())) throw new Error(`${launched.status}, ${location}: ${page.status}`)
  })
  return ((await child.cpu()) - before) / requests.length
}

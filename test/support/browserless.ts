import { DEMO_SECRET } from '#src/practice/seed.ts'
import { launchFields } from './school.ts'
import { formBody, signPairs } from './sign.ts'

/** Acts as a student's browser on a running server: launches at the demo school and redeems codes. */
export const launchAt = async (base: string, over: Record<string, string> = {}) => {
  const url = `${base}/lti/launch`
  const fields = launchFields('twa_demo', { context_id: 'demo-asl12', ...over })
  const signed = signPairs(url, fields, { secret: DEMO_SECRET, timestamp: Math.floor(Date.now() / 1000) })
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: formBody(signed),
  })
  const location = answer.headers.get('location') ?? '/'
  return { status: answer.status, token: new URL(location, base).searchParams.get('token') ?? '' }
}

export const redeemAt = async (base: string, token: string, code: string) => {
  const answer = await fetch(`${base}/api/lti/verify_coupon_code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ enroll_token: token, coupon_code: code }),
  })
  return (await answer.json()) as { status?: string; error?: string }
}

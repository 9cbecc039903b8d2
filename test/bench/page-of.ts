import { FORM } from './load.ts'
import { signedLaunch } from './signed-launch.ts'

/** Launches a student into a course of demo mode with two products; returns the address of the payment page. */
export const pageOf = async (base: string): Promise<string> => {
  const body = signedLaunch(base, 'demo-asl12', 'student-1')
  const answer = await fetch(`${base}/lti/launch`, { method: 'POST', headers: FORM, body, redirect: 'manual' })
  const page = answer.headers.get('location') ?? ''
  if (!page.includes('token=e_')) throw new Error(`the launch led to ${answer.status} ${page}`)
  return page
}

import { formBody, type Pairs, signPairs } from './sign.ts'

/** Launches at the demo school of a running server and returns the address it redirects to. */
export const launchPath = async (
  base: string,
  contextId: string,
  over: Record<string, string> = {},
): Promise<string> => {
  const url = `${base}/lti/launch`
  const fields: Pairs = Object.entries({
    lti_message_type: 'basic-lti-launch-request',
    lti_version: 'LTI-1p0',
    oauth_consumer_key: 'twa_demo',
    resource_link_id: 'link',
    context_id: contextId,
    user_id: `user-${contextId}-${over.roles ?? 'Learner'}`,
    roles: 'Learner',
    ...over,
  })
  const body = formBody(signPairs(url, fields, { secret: 'demo-secret', timestamp: Math.floor(Date.now() / 1000) }))
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  })
  return answer.headers.get('location') ?? ''
}

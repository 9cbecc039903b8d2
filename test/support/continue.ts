import type { TestApp } from './app.ts'

interface Click {
  headers?: Record<string, string>
  remoteAddress?: string
  userAgent?: string
  id?: string
  /** Further fields, such as the language. */
  fields?: Record<string, string>
}

/** Presses Continue on the page of a launch without cookies, as a browser does. */
export const press = async (
  app: TestApp,
  page: string,
  {
    headers = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    remoteAddress,
    userAgent = 'lightMyRequest',
    id = page.match(/name="id" value="([^"]+)"/)?.[1] ?? '',
    fields = {},
  }: Click = {},
) => {
  const answer = await app.server.inject({
    method: 'POST',
    url: '/lti/continue',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
    payload: new URLSearchParams({ id, ...fields }).toString(),
    ...(remoteAddress ? { remoteAddress } : {}),
  })
  return {
    status: answer.statusCode,
    location: String(answer.headers.location ?? ''),
    body: answer.body,
    policy: String(answer.headers['content-security-policy'] ?? ''),
  }
}

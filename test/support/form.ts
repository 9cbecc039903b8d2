import type { TestApp } from './app.ts'

interface Page {
  status: number
  body: string
  location: string
  headers: Record<string, string | number | string[] | undefined>
}

/** The payment page as a browser without JavaScript uses it. */
export const openPay = (app: TestApp, token: string, step?: string): Promise<Page> =>
  ask(app, `/lti/pay?${new URLSearchParams({ token, ...(step ? { step } : {}) })}`)

export const postPay = (app: TestApp, token: string, fields: Record<string, string>): Promise<Page> =>
  ask(app, `/lti/pay?${new URLSearchParams({ token })}`, fields)

export const agree = (app: TestApp, token: string): Promise<Page> =>
  postPay(app, token, { agreed: 'yes', intent: 'coupons' })

export const postCode = (app: TestApp, token: string, coupon: string): Promise<Page> =>
  postPay(app, token, { coupon, intent: 'redeem' })

/** Posts a form as a browser without JavaScript. */
export const postForm = (app: TestApp, url: string, fields: Record<string, string>) =>
  app.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

const ask = async (app: TestApp, url: string, fields?: Record<string, string>) => {
  const answer = await (fields ? postForm(app, url, fields) : app.server.inject({ method: 'GET', url }))
  return {
    status: answer.statusCode,
    body: answer.body,
    location: String(answer.headers.location ?? ''),
    headers: answer.headers,
  }
}

/** Returns the value of the code field. */
export const typedIn = (body: string): string | undefined => body.match(/name="coupon"[^>]*? value="([^"]*)"/)?.[1]

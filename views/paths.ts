/** Every address of the product: the pattern that Fastify matches, and the builder of a link. Imports nothing. */
export const paths = {
  root: '/',
  home: '/home',
  terms: '/terms',
  privacy: '/privacy',
  ltiPay: '/lti/pay',
  ltiTeacher: '/lti/teacher',
  ltiWts: '/lti/wts',
  demo: '/demo',
  demoUi: '/demo/ui',
  launch: '/lti/launch',
  ping: '/api/lti/ping',
  captcha: '/api/captcha',
  ltiSuccess: '/lti_success',
  success: '/success',
  stripeWebhook: '/webhooks/stripe',
  ltiObserver: '/lti/observer',
  getEnrollment: '/api/lti/get_enrollment',
  verifyCouponCode: '/api/lti/verify_coupon_code',
} as const

const withQuery = (path: `/${string}`, query: Record<string, string | undefined>): `/${string}` => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

export const hrefs = {
  ltiPay: (token: string, step?: string, note?: string) => withQuery(paths.ltiPay, { token, step, note }),
  ltiSuccess: (token: string) => withQuery(paths.ltiSuccess, { token }),
  /** Where the card provider sends people; it puts its id in only where the braces stand unencoded (rules.md D10). */
  ltiSuccessAfterCheckout: (token: string) =>
    `${withQuery(paths.ltiSuccess, { token })}&session_id={CHECKOUT_SESSION_ID}` as const,
  demo: (choice: Record<string, string>) => `${withQuery(paths.demo, choice)}#lms` as const,
  ltiTeacher: (token: string, state: string) => withQuery(paths.ltiTeacher, { state, token }),
  ltiWts: (token: string, state: string) => withQuery(paths.ltiWts, { state, token }),
}

/** The addresses that the payment page's script needs: it carries these, and not those of the whole back-office. */
export const payPaths = {
  ltiPay: '/lti/pay',
  pay: '/pay',
  terms: '/terms',
  privacy: '/privacy',
  payCouponCode: '/api/payments/verify_coupon_code',
  verifyCouponCode: '/api/lti/verify_coupon_code',
} as const

export const withQuery = (path: `/${string}`, query: Record<string, string | undefined>): `/${string}` => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** The payment page by its door: inside an LMS, or by a teacher's link. */
export const payHref = (door: 'lti' | 'pay', token: string, step?: string, note?: string): `/${string}` =>
  withQuery(door === 'pay' ? payPaths.pay : payPaths.ltiPay, { token, step, note })

/** The addresses that the scripts of sign-up and payment need: they carry these, and not those of the whole back-office. */
export const payPaths = {
  ltiPay: '/lti/pay',
  pay: '/pay',
  verify: '/verify',
  terms: '/terms',
  privacy: '/privacy',
  captcha: '/api/captcha',
  sendCode: '/api/students/send_code',
  verifyCode: '/api/students/verify_code',
  payCouponCode: '/api/payments/verify_coupon_code',
  verifyCouponCode: '/api/lti/verify_coupon_code',
} as const

export const withQuery = (path: `/${string}`, query: Record<string, string | undefined>): `/${string}` => {
  let given: `/${string}` = path
  for (const name in query) {
    const value = query[name]
    if (value !== undefined) given += `${given === path ? '?' : '&'}${encoded(name)}=${encoded(value)}`
  }
  return given
}

/** Tokens and the names of steps stand as they are, and most addresses have nothing else. */
const encoded = (text: string): string =>
  /^[\w-]*$/.test(text) ? text : new URLSearchParams([['', text]]).toString().slice(1)

/** The payment page by its door: inside an LMS, or by a teacher's link. */
export const payHref = (door: 'lti' | 'pay', token: string, step?: string, note?: string): `/${string}` =>
  withQuery(door === 'pay' ? payPaths.pay : payPaths.ltiPay, { token, step, note })

/** The join page, by the token of its course. */
export const verifyHref = (course: string): `/${string}` => withQuery(payPaths.verify, { course })

/** Where a teacher's link leads, to sign up: /pay or /verify. */
export const signUpHref = ({ form, token }: { form: 'pay' | 'join'; token: string }): `/${string}` =>
  form === 'join' ? verifyHref(token) : payHref('pay', token)

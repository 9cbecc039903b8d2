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
  ltiObserver: '/lti/observer',
  courses: '/api/courses',
  sendCode: '/api/students/send_code',
  verifyCode: '/api/students/verify_code',
  payCouponCode: '/api/payments/verify_coupon_code',
  verify: '/verify',
  pay: '/pay',
  success: '/success',
  ltiSuccess: '/lti_success',
  enroll: '/enroll',
  getEnrollment: '/api/lti/get_enrollment',
  verifyCouponCode: '/api/lti/verify_coupon_code',
} as const

const withQuery = (path: `/${string}`, query: Record<string, string | undefined>): `/${string}` => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

export const hrefs = {
  ltiPay: (token: string, step?: string, note?: string) => withQuery(paths.ltiPay, { token, step, note }),
  pay: (token: string, step?: string, note?: string) => withQuery(paths.pay, { token, step, note }),
  verify: (course: string) => withQuery(paths.verify, { course }),
  demo: (choice: Record<string, string>) => `${withQuery(paths.demo, choice)}#lms` as const,
  ltiTeacher: (token: string, state: string) => withQuery(paths.ltiTeacher, { state, token }),
  ltiWts: (token: string, state: string) => withQuery(paths.ltiWts, { state, token }),
}

/** The payment page by its door: inside an LMS, or by a teacher's link. */
export const payHref = (door: 'lti' | 'pay', token: string, step?: string, note?: string): `/${string}` =>
  (door === 'pay' ? hrefs.pay : hrefs.ltiPay)(token, step, note)

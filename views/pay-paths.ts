import type { Language } from '#src/core/rules/language.ts'

/** Addresses used by the sign-up and payment scripts. Kept apart from `paths.ts` to keep those scripts small. */
export const payPaths = {
  ltiPay: '/lti/pay',
  pay: '/pay',
  verify: '/verify',
  terms: '/terms',
  privacy: '/privacy',
  captcha: '/api/captcha',
  dictionary: '/dictionary',
} as const

export const withQuery = (path: `/${string}`, query: Record<string, string | undefined>): `/${string}` => {
  let given: `/${string}` = path
  let mark = path.includes('?') ? '&' : '?'
  for (const name in query) {
    const value = query[name]
    if (value === undefined) continue
    given += `${mark}${encoded(name)}=${encoded(value)}`
    mark = '&'
  }
  return given
}

/** Address of a page that knows no person, in the language of the page that links to it. */
export const inLanguage = (path: `/${string}`, language: Language): `/${string}` =>
  withQuery(path, { lang: language === 'en' ? undefined : language })

/** Tokens and step names need no encoding. This skips the slower encoder for them. */
const encoded = (text: string): string =>
  /^[\w-]*$/.test(text) ? text : new URLSearchParams([['', text]]).toString().slice(1)

/** Address of the payment page: `lti` inside an LMS, `pay` for a teacher's link. */
export const payHref = (pageKind: 'lti' | 'pay', token: string, step?: string, note?: string): `/${string}` =>
  withQuery(pageKind === 'pay' ? payPaths.pay : payPaths.ltiPay, { token, step, note })

export const verifyHref = (course: string): `/${string}` => withQuery(payPaths.verify, { course })

/** Address of the sign-up page a teacher's link opens: /pay or /verify. */
export const signUpHref = ({ form, token }: { form: 'pay' | 'join'; token: string }): `/${string}` =>
  form === 'join' ? verifyHref(token) : payHref('pay', token)

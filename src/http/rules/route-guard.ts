/** Route guard: which paths need a staff session (docs/rules/staff.md). */

const PUBLIC = [
  '/lti_teacher',
  '/lti/wts',
  '/lti/pay',
  '/lti/teacher',
  '/home',
  '/verify',
  '/enroll',
  '/success',
  '/lti_success',
  '/login',
  '/dictionary',
  '/pay',
  '/teacher',
  '/consumer',
]

/** Other public paths: the legal texts, and everything with its own access check. */
const ALSO_PUBLIC = ['/', '/help', '/terms', '/privacy', '/healthz', '/readyz', '/metrics']
const PUBLIC_FOLDERS = ['/demo', '/lti', '/api', '/twa', '/webhooks', '/assets']

/** Paths with these prefixes redirect to /login and return after sign-in. */
const ADMIN_PREFIXES = [
  '/access_code',
  '/course',
  '/token',
  '/email',
  '/manage_consumer',
  '/create_platform',
  '/activate_course',
]

export type Guarded = 'open' | 'login' | 'root'

/** Returns where a visitor without a session goes: nowhere, /login, or /. */
export const guardOf = (path: string): Guarded => {
  if (PUBLIC.includes(path) || ALSO_PUBLIC.includes(path)) return 'open'
  if (PUBLIC_FOLDERS.some(folder => path === folder || path.startsWith(`${folder}/`))) return 'open'
  return ADMIN_PREFIXES.some(prefix => path.startsWith(prefix)) ? 'login' : 'root'
}

/** The route guard of spec §2, word for word, with what rules.md F2 adds to it. */

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

/** Beside the list of the spec: the texts of the two dialogs, and everything that has a guard of its own. */
const ALSO_PUBLIC = ['/', '/help', '/terms', '/privacy', '/healthz', '/readyz', '/metrics']
const PUBLIC_FOLDERS = ['/demo', '/lti', '/api', '/twa', '/webhooks', '/assets']

/** An unauthenticated visit to a path that starts like this goes to /login, and comes back from there. */
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

/** Where somebody who is not signed in goes from a path: nowhere, to /login, or to /. */
export const guardOf = (path: string): Guarded => {
  if (PUBLIC.includes(path) || ALSO_PUBLIC.includes(path)) return 'open'
  if (PUBLIC_FOLDERS.some(folder => path === folder || path.startsWith(`${folder}/`))) return 'open'
  return ADMIN_PREFIXES.some(prefix => path.startsWith(prefix)) ? 'login' : 'root'
}

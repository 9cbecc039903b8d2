import { paths } from '#views/paths.ts'

/** Route guard: which paths need a staff session (docs/rules/staff.md). */

const PUBLIC: string[] = [
  paths.ltiTeacherOld,
  paths.ltiWts,
  paths.ltiPay,
  paths.ltiTeacher,
  paths.home,
  paths.verify,
  paths.enroll,
  paths.success,
  paths.ltiSuccess,
  paths.login,
  paths.dictionary,
  paths.fingerspelling,
  paths.vocabulary,
  paths.deck,
  paths.fingerspellingDrill,
  paths.pay,
  paths.teacher,
  '/consumer',
]

/** Other public paths: the legal texts, and everything with its own access check. */
const ALSO_PUBLIC: string[] = [
  paths.root,
  paths.code,
  paths.help,
  paths.parents,
  paths.terms,
  paths.privacy,
  '/healthz',
  '/readyz',
  '/metrics',
]
const PUBLIC_FOLDERS = ['/demo', '/lti', '/api', '/twa', '/webhooks', '/assets', '/media', '/seats', '/watch']

/** Paths with these prefixes redirect to /login and return after sign-in. */
const ADMIN_PREFIXES = [
  paths.accessCode,
  paths.course,
  paths.token,
  paths.email,
  paths.manageConsumer,
  paths.createPlatform,
  paths.activateCourse,
]

type Guarded = 'open' | 'login' | 'root'

/** Returns what a visitor without a session gets: the page, or a redirect to /login or /. */
export const guardOf = (path: string): Guarded => {
  if (PUBLIC.includes(path) || ALSO_PUBLIC.includes(path)) return 'open'
  if (PUBLIC_FOLDERS.some(folder => path === folder || path.startsWith(`${folder}/`))) return 'open'
  return ADMIN_PREFIXES.some(prefix => path.startsWith(prefix)) ? 'login' : 'root'
}

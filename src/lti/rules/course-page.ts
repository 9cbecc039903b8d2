/** Facts of a signed launch that lead to the course's page in the LMS. */
export interface CoursePlace {
  /** `return_url` of the launch. */
  returnUrl: string | null
  /** Product family code of the LMS. */
  family: string | null
  /** Issuer of a 1.3 launch: the LMS itself, except for Canvas cloud and Blackboard. */
  issuer: string | null
  contextId: string
}

type Pattern = (place: { back: URL | null; home: URL | null; contextId: string }) => string | null

const NUMBER = /^\d{1,18}$/

/** Moodle's return address has a session key. The course page is beside it, or below the issuer. */
const moodle: Pattern = ({ back, home, contextId }) => {
  const site = back?.pathname.endsWith('/mod/lti/return.php') ? new URL('../..', back) : home && withSlash(home)
  return site && NUMBER.test(contextId) ? new URL(`course/view.php?id=${contextId}`, site).href : null
}

/** Canvas's return address ends on a page for content, not on the course. */
const canvas: Pattern = ({ back }) => {
  const course = back?.pathname.match(/^\/courses\/\d+(?=\/)/)?.[0]
  return back && course ? back.origin + course : null
}

/** The context id of Brightspace is the number of the course's org unit. */
const brightspace: Pattern = ({ back, home, contextId }) => {
  const site = back ?? home
  return site && NUMBER.test(contextId) ? `${site.origin}/d2l/home/${contextId}` : null
}

/** Blackboard's return address has a nonce and a launch id. The launcher opens Original and Ultra courses. */
const blackboard: Pattern = ({ back }) => {
  const id = back?.searchParams.get('course_id') ?? ''
  return back && /^_\d+_\d+$/.test(id)
    ? `${back.origin}/webapps/blackboard/execute/launcher?type=Course&id=${id}&url=`
    : null
}

/**
 * Uses the return address of any other LMS only if it cannot have a session key: no query, and no long random part. It
 * is stored with the course and shown to others.
 */
const other: Pattern = ({ back }) =>
  back && back.search === '' && back.hash === '' && !/[\w-]{24}/.test(back.pathname) ? back.href : null

const patterns: [family: RegExp, pattern: Pattern][] = [
  [/^moodle/i, moodle],
  [/^canvas/i, canvas],
  [/^(desire2learn|d2l|brightspace)/i, brightspace],
  [/^blackboard/i, blackboard],
]

/**
 * Returns the address of the course in the LMS, or null. It is always https and on the host of the return address or the
 * issuer.
 */
export const coursePage = ({ returnUrl, family, issuer, contextId }: CoursePlace): string | null => {
  const [, pattern] = patterns.find(([name]) => name.test(family ?? '')) ?? [null, other]
  return pattern({ back: site(returnUrl), home: site(issuer), contextId })
}

const site = (text: string | null): URL | null => {
  const url = text && text.length <= 2000 && URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null
}

/** Returns the address with a slash at its end. The path is not parsed again, since `//host` would be another host. */
const withSlash = ({ origin, pathname }: URL): URL => new URL(`${origin}${pathname.replace(/\/?$/, '/')}`)

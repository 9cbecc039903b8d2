import type { Clock } from '#src/core/clock.ts'
import { type Call, type HttpResponse, nextPageUrl, readJson } from '#src/core/outbound.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { cleanName, FULL_NAME_MAX } from '#src/core/rules/person-names.ts'
import { paths } from '#views/paths.ts'
import { contentItem, type DeepLinks } from './rules/deep-link.ts'
import type { Grades } from './rules/grade.ts'
import { isTestUser, mainRole } from './rules/launch.ts'
import type { RosterMember, RosterSource, Rosters } from './rules/roster.ts'
import {
  isPermanentRejection,
  makeSchoolClient,
  readResult,
  replaceResult,
  type SchoolClient,
  type SchoolClientDeps,
} from './v1p1/outcomes.ts'
import { signDeepLinks } from './v1p3/ltijs.ts'
import { makePlatformClient, type PlatformClient, type PlatformClientDeps } from './v1p3/platforms.ts'
import { makeScores } from './v1p3/scores.ts'

const MEDIA = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json'
const MOST_PAGES = 50

/**
 * Reads a course's members with Names and Role Provisioning Services 2.0, following pages on the same origin. Throws
 * when a page cannot be read.
 */
const readMembers = async (
  ask: (call: Call & { headers: Record<string, string> }) => Promise<HttpResponse>,
  rosterUrl: string,
): Promise<RosterMember[]> => {
  const members: RosterMember[] = []
  let next: string | null = rosterUrl
  for (let page = 0; next && page < MOST_PAGES; page++) {
    const { status, text, headers } = await ask({ url: next, headers: { accept: MEDIA } })
    const list = status === 200 ? readJson(text)?.members : null
    if (!Array.isArray(list)) throw new Error(`the LMS did not return a roster (HTTP ${status})`)
    members.push(...list.map(readMember).filter(m => m !== null))
    next = nextHere(headers.link, rosterUrl)
  }
  return members
}

const readMember = (given: unknown): RosterMember | null => {
  const member = recordOf(given)
  if (typeof member.user_id !== 'string') return null
  const roles = Array.isArray(member.roles) ? member.roles.filter(r => typeof r === 'string') : []
  return {
    ltiUserId: member.user_id,
    name: typeof member.name === 'string' ? cleanName(member.name, FULL_NAME_MAX) : null,
    role: mainRole(roles),
    isTest: isTestUser(roles),
    isActive: member.status === undefined || member.status === 'Active',
  }
}

/** Returns the next page; null when it is on another origin, which must not receive our token. */
const nextHere = (link: string | undefined, first: string): string | null => {
  const found = nextPageUrl(link)
  if (!found || !URL.canParse(found, first)) return null
  const url = new URL(found, first)
  return url.origin === new URL(first).origin ? url.href : null
}

interface GradesDeps {
  school: SchoolClient
  scores: ReturnType<typeof makeScores>
}

/** Combines the grade services of LTI 1.1 and 1.3. */
const makeGrades = ({ school, scores }: GradesDeps): Grades => ({
  async send(target, score) {
    switch (target.kind) {
      case 'outcome':
        return replaceResult(call => school(target.consumerId, call, isPermanentRejection), target, score)
      case 'score':
        return scores.send(target, score)
      default:
        return target satisfies never
    }
  },
  async read(target) {
    switch (target.kind) {
      case 'outcome':
        return readResult(call => school(target.consumerId, call, isPermanentRejection), target)
      case 'score':
        return scores.read(target)
      default:
        return target satisfies never
    }
  },
})

interface RostersDeps {
  school: SchoolClient
  client: PlatformClient
}

const SCOPE = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly'

/** Reads class lists: by 1.3 with an access token, by 1.1 signed with the school's secret. */
const makeRosters = ({ school, client }: RostersDeps): Rosters => {
  const isRefused = ({ status }: HttpResponse) => status === 401 || status === 403
  const read11 = ({ consumerId, url }: Extract<RosterSource, { version: '1.1' }>) =>
    readMembers(call => school(consumerId, { ...call, method: 'GET' }, isRefused), url)
  return {
    async read(source) {
      switch (source.version) {
        case '1.1':
          return read11(source)
        case '1.3':
          return readMembers(call => client(source.platformId, [SCOPE], call), source.url)
        default:
          return source satisfies never
      }
    },
  }
}

interface DeepLinksDeps {
  clock: Clock
  publicUrl: string
  signingKey(): Promise<{ kid: string; privatePem: string }>
}

/** Deep Linking 2.0. Each placed link points to our launch URL, and its query selects what it opens. */
const makeDeepLinks = ({ clock, publicUrl, signingKey }: DeepLinksDeps): DeepLinks => ({
  async sign(from, settings, links) {
    const items = links.map(link => contentItem(link, `${publicUrl}${paths.launch}`))
    return signDeepLinks(from, settings, items, await signingKey(), clock.now())
  },
})

export interface LmsServices {
  grades: Grades
  rosters: Rosters
  deepLinks: DeepLinks
}

/** Creates the clients for LMS services outside of launches: grades, rosters, deep links. */
export const makeLmsServices = (deps: SchoolClientDeps & PlatformClientDeps & { publicUrl: string }): LmsServices => {
  const client = makePlatformClient(deps)
  const school = makeSchoolClient(deps)
  return {
    grades: makeGrades({ school, scores: makeScores(client, deps) }),
    rosters: makeRosters({ school, client }),
    deepLinks: makeDeepLinks(deps),
  }
}

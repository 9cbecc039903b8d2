import * as z from 'zod'
import type { Clock } from '#src/core/clock.ts'
import type { Call, HttpResponse } from '#src/core/outbound.ts'
import { isSuccess, maybe, readJson, text, texts } from '#src/core/outside/json.ts'
import { type Listed, nextPageUrl, readPages } from '#src/core/outside/pages.ts'
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
/** A teacher waits for the list. */
const MOST = { pages: 100, items: 10_000, milliseconds: 10_000 }

const Members = z.object({ members: z.array(z.unknown()) })

const Member = z
  .object({
    user_id: text.pipe(z.string().min(1)),
    name: maybe(text).catch(null),
    roles: texts,
    status: maybe(text).catch(null),
  })
  .transform(
    ({ user_id: ltiUserId, name, roles, status }): RosterMember => ({
      ltiUserId,
      name: cleanName(name, FULL_NAME_MAX),
      role: mainRole(roles),
      isTest: isTestUser(roles),
      isActive: status === null || /^active$/i.test(status),
    }),
  )

/** Reads a course's members with Names and Role Provisioning Services 2.0. Throws when a page cannot be read. */
const readMembers = async (
  ask: (call: Call & { headers: Record<string, string> }) => Promise<HttpResponse>,
  rosterUrl: string,
): Promise<Listed<RosterMember>> => {
  let isUnreadable = false
  const list = await readPages({
    first: rosterUrl,
    async read(url) {
      const { status, text, headers } = await ask({ url, headers: { accept: MEDIA } })
      if (!isSuccess(status)) throw new Error(`the LMS did not return a roster (HTTP ${status})`)
      const { members } = readJson(Members, text, 'the LMS')
      const items = members.flatMap(member => Member.safeParse(member).data ?? [])
      isUnreadable ||= items.length < members.length
      return { items, next: nextPageUrl(headers.link) }
    },
    idOf: member => member.ltiUserId,
    most: MOST,
  })
  return list.complete && isUnreadable ? { ...list, complete: false, reason: 'some entries cannot be read' } : list
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

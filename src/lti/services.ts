import * as z from 'zod'
import type { Needs } from '#src/context.ts'
import { type Call, type HttpResponse, statusText } from '#src/core/outbound.ts'
import { maybe, readJson, texts } from '#src/core/outside/json.ts'
import { Incomplete, type Listed, nextPageUrl, readPages } from '#src/core/outside/pages.ts'
import { isSuccess, text } from '#src/core/rules/outside.ts'
import { cleanName, FULL_NAME_MAX } from '#src/core/rules/person-names.ts'
import type { GradeTarget, Score } from './rules/grade.ts'
import { isTestUser, mainRole } from './rules/launch.ts'
import type { RosterMember, RosterSource } from './rules/roster.ts'
import { isPermanentRejection, readResult, replaceResult, type SchoolClient } from './v1p1/outcomes.ts'
import type { PlatformClient } from './v1p3/platforms.ts'
import { readColumn, sendToColumn } from './v1p3/scores.ts'

const MEDIA = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json'
/** A teacher waits for the list. */
const MOST = { pages: 100, items: 10_000, milliseconds: 15_000 }

const Members = z.object({ members: z.array(z.unknown()) })

const optional = maybe(text).catch(null)

const Member = z
  .object({
    user_id: z.pipe(text, z.string().min(1)),
    ...{ name: optional, given_name: optional, family_name: optional },
    ...{ lis_person_name_full: optional, lis_person_name_given: optional, lis_person_name_family: optional },
    roles: texts,
    status: optional,
  })
  .transform(
    ({ user_id: ltiUserId, roles, status, ...sent }): RosterMember => ({
      ltiUserId,
      name: nameIn(sent),
      role: mainRole(roles),
      isTest: isTestUser(roles),
      isActive: status === null || /^active$/i.test(status.trim()),
    }),
  )

/** A full name, its parts, or the names of LTI 1.1, which some still send. */
const nameIn = (sent: Record<string, string | null>): string | null => {
  const { name, given_name, family_name, lis_person_name_full, lis_person_name_given, lis_person_name_family } = sent
  const parts = [given_name ?? lis_person_name_given, family_name ?? lis_person_name_family].filter(Boolean).join(' ')
  return cleanName(name ?? lis_person_name_full ?? (parts || null), FULL_NAME_MAX)
}

/** The LMS refused the list, or answered without one. */
export class RosterRefused extends Error {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** Reads a course's members (NRPS 2.0). Throws without the first page; without another the list is incomplete. */
const readMembers = async (
  ask: (call: Call & { headers: Record<string, string> }) => Promise<HttpResponse>,
  rosterUrl: string,
): Promise<Listed<RosterMember>> => {
  let isUnreadable = false
  const read = async (url: string) => {
    const answer = await ask({ url, headers: { accept: MEDIA } })
    if (!isSuccess(answer.status))
      throw new RosterRefused(`the LMS did not return a roster (HTTP ${statusText(answer, url)})`, answer.status)
    const { members } = readJson(Members, answer.text, 'the LMS')
    const items = members.flatMap(member => Member.safeParse(member).data ?? [])
    isUnreadable ||= items.length < members.length
    return { items, next: nextPageUrl(answer.headers.link) }
  }
  const list = await readPages({
    first: rosterUrl,
    read: url =>
      read(url).catch((cause: unknown) => {
        throw url === rosterUrl ? cause : new Incomplete('broken', { cause })
      }),
    idOf: member => member.ltiUserId,
    most: MOST,
  })
  if (!list.complete) return list
  if (isUnreadable) return { ...list, complete: false, reason: 'unreadable' }
  // The teacher who opened the course is a member, so nobody left the class.
  return list.items.length === 0 ? { ...list, complete: false, reason: 'empty' } : list
}

/** Clients that call an LMS: signed with a school's secret (1.1), or with access tokens of a platform (1.3), which it keeps. */
export interface LmsClients {
  school: SchoolClient
  platform: PlatformClient
}

const outcome =
  ({ lms }: Needs<'lms'>, { consumerId }: { consumerId: number }) =>
  (call: Call & { method: 'POST' }) =>
    lms.school(consumerId, call, isPermanentRejection)

export const sendScore = (app: Needs<'clock' | 'db' | 'lms'>, target: GradeTarget, score: Score): Promise<void> =>
  target.kind === 'outcome' ? replaceResult(outcome(app, target), target, score) : sendToColumn(app, target, score)

/** Returns the LMS's current score, 0 to 1; null if none. Throws as `sendScore` does. */
export const readScore = (app: Needs<'db' | 'lms'>, target: GradeTarget): Promise<number | null> =>
  target.kind === 'outcome' ? readResult(outcome(app, target), target) : readColumn(app, target)

const SCOPE = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly'
const isRefused = ({ status }: HttpResponse) => status === 401 || status === 403

/** Reads a class list, by 1.3 or 1.1. Throws if the LMS is down or refuses. */
export const readRoster = ({ lms }: Needs<'lms'>, source: RosterSource): Promise<Listed<RosterMember>> =>
  source.version === '1.1'
    ? readMembers(call => lms.school(source.consumerId, { ...call, method: 'GET' }, isRefused), source.url)
    : readMembers(call => lms.platform(source.platformId, [SCOPE], call), source.url)

import { type Call, type HttpResponse, nextPageUrl, readJson } from '#src/core/outbound/outbound.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { cleanName, FULL_NAME_MAX } from '#src/core/rules/person-name.ts'
import { isTestUser, mainRole } from './rules/launch.ts'
import type { RosterMember } from './rules/roster.ts'

const MEDIA = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json'
const MOST_PAGES = 50

/**
 * Reads a course's members with Names and Role Provisioning Services 2.0, following pages on the same origin. Throws
 * when a page cannot be read.
 */
export const readMembers = async (
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

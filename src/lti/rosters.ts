import type { HttpResponse } from '#src/core/outbound/outbound.ts'
import { readMembers } from './members.ts'
import type { RosterSource, Rosters } from './rules/roster.ts'
import type { SchoolClient } from './v1p1/school-client.ts'
import type { PlatformClient } from './v1p3/platform-client.ts'

interface RostersDeps {
  school: SchoolClient
  client: PlatformClient
}

const SCOPE = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly'

/** Reads class lists: by 1.3 with an access token, by 1.1 signed with the school's secret. */
export const makeRosters = ({ school, client }: RostersDeps): Rosters => {
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

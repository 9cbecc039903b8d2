import type { Clock } from '../clock.ts'
import type { Vault } from '../crypto.ts'
import type { RosterSource, Rosters } from '../domain/roster.ts'
import type { Outbound } from '../gateways/outbound.ts'
import type { Database } from '../store/db.ts'
import { findConsumerSecret } from '../store/queries/credentials.ts'
import { readMembers } from './members.ts'
import { authorization } from './v1p1/authorization.ts'
import type { PlatformClient } from './v1p3/platform-client.ts'

interface RostersDeps {
  db: Database
  clock: Clock
  vault: Vault
  outbound: Outbound
  client: PlatformClient
}

const SCOPE = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly'

/** The class lists of both versions behind one type: by 1.3 with a token, by 1.1 signed with the secret of the school. */
export const makeRosters = ({ db, clock, vault, outbound, client }: RostersDeps): Rosters => {
  const read11 = async ({ consumerId, url }: Extract<RosterSource, { version: '1.1' }>) => {
    const school = await findConsumerSecret(db, consumerId)
    if (!school) throw new Error('the school is gone')
    const secret = vault.open(school.sealedSecret)
    return readMembers(call => {
      const signed = authorization({ method: 'GET', url: call.url, key: school.key, secret, now: clock.now() }, '')
      return outbound({ ...call, headers: { ...call.headers, authorization: signed } })
    }, url)
  }
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

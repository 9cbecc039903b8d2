import type { Vault } from '../crypto.ts'
import type { Database } from '../store/db.ts'
import { findConsumerCredentials } from '../store/queries/credentials.ts'
import { together } from '../store/together.ts'

/** Whose key this is, and the secrets that its launches may be signed with: the one of now and the one before. */
export interface SchoolSecrets {
  consumerId: number
  secrets: string[]
}

/** Finds the secrets of a consumer key; read and opened once for all launches of a school that come together. */
export const makeSchoolSecrets = (db: Database, vault: Vault): ((key: string) => Promise<SchoolSecrets | null>) =>
  together(async key => {
    const found = await findConsumerCredentials(db, key)
    if (!found) return null
    const sealed = [found.sealedSecret, found.sealedPreviousSecret].filter(s => s !== null)
    return { consumerId: found.id, secrets: sealed.map(s => vault.open(s)) }
  })

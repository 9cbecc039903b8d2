import type { Clock } from '../clock.ts'
import type { Vault } from '../crypto.ts'
import type { Database } from '../store/db.ts'
import { findConsumerCredentials } from '../store/queries/credentials.ts'

/** Whose key this is, and the secrets that its launches may be signed with: the one of now and the one before. */
export interface SchoolSecrets {
  consumerId: number
  secrets: string[]
}

export interface SchoolSecretsFinder {
  /** As they were a moment ago; null: nobody asked for them lately. */
  recent(key: string): SchoolSecrets | null
  /** As they are; null: there is no such key. */
  find(key: string): Promise<SchoolSecrets | null>
}

/** So long a secret that was taken away still opens: a class that starts at once reads its school's secrets once. */
const KEPT_MS = 1000

export const makeSchoolSecrets = (db: Database, vault: Vault, clock: Clock): SchoolSecretsFinder => {
  const kept = new Map<string, { school: SchoolSecrets; until: number }>()
  return {
    recent(key) {
      const found = kept.get(key)
      return found && clock.now().getTime() < found.until ? found.school : null
    },
    async find(key) {
      const until = clock.now().getTime() + KEPT_MS
      const found = await findConsumerCredentials(db, key)
      if (!found) {
        kept.delete(key)
        return null
      }
      const sealed = [found.sealedSecret, found.sealedPreviousSecret].filter(s => s !== null)
      const school = { consumerId: found.id, secrets: sealed.map(s => vault.open(s)) }
      kept.set(key, { school, until })
      return school
    },
  }
}

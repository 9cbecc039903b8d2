import type { Clock } from '#src/core/clock.ts'
import type { Vault } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import { findConsumerCredentials } from '#src/schools/store/credentials.ts'

/** A consumer's id and the secrets its launches may be signed with: the current and the previous one. */
interface SchoolSecrets {
  consumerId: number
  secrets: string[]
  /** Its school, if that has only the key for a name. */
  namelessSchoolId: number | null
}

export interface SchoolSecretsCache {
  /** Returns cached secrets, up to one second old; null when not cached. */
  recent(key: string): SchoolSecrets | null
  /** Reads the secrets from the database and caches them. Returns null for an unknown key. */
  find(key: string): Promise<SchoolSecrets | null>
}

/**
 * Cache lifetime, during which a removed secret still works. A class that launches at once then reads the secrets once.
 */
const CACHE_MS = 1000

export const makeSchoolSecrets = (db: Database, vault: Vault, clock: Clock): SchoolSecretsCache => {
  const kept = new Map<string, { school: SchoolSecrets; until: number }>()
  return {
    recent(key) {
      const found = kept.get(key)
      return found && clock.now().getTime() < found.until ? found.school : null
    },
    async find(key) {
      const until = clock.now().getTime() + CACHE_MS
      const found = await findConsumerCredentials(db, key)
      if (!found) {
        kept.delete(key)
        return null
      }
      const sealed = [found.sealedSecret, found.sealedPreviousSecret].filter(s => s !== null)
      const { id: consumerId, namelessSchoolId } = found
      const school = { consumerId, secrets: sealed.map(s => vault.open(s)), namelessSchoolId }
      kept.set(key, { school, until })
      return school
    },
  }
}

import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import type { LaunchLinkHashes } from './launch-tokens.ts'

const chosen = prepared(
  'person_language',
  `update people set language = $2, updated_at = now() where language is distinct from $2 and id in (
     select person_id from enrollments where token = $1 union all select person_id from memberships where token = $1
     union all select person_id from launch_tokens where token_hash = $3 and state_hash = $4 and expires_at > $5)`,
)

/** Saves the language of the person with this token, or with this link of a launch. */
export const saveLanguage = async (
  db: Queryable,
  { token, tokenHash, stateHash, now }: LaunchLinkHashes & { token: string },
  language: Language,
): Promise<void> => {
  await chosen(db, [token, language, tokenHash, stateHash, now])
}

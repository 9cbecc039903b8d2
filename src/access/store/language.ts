import { prepared, type Queryable } from '#src/core/db/db.ts'
import type { Language } from '#src/core/rules/languages/language.ts'

const chosen = prepared(
  'person_language',
  `update people set language = $2, updated_at = now() where language is distinct from $2 and id in (
     select person_id from enrollments where token = $1 union all select person_id from memberships where token = $1)`,
)

/** Saves the language of the person with this token. */
export const saveLanguage = async (db: Queryable, token: string, language: Language): Promise<void> => {
  await chosen(db, [token, language])
}

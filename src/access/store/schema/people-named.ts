import { escaped, type SqlValues } from '#src/core/db/list-rows.ts'
import { MOST_COUNTED } from '#src/core/rules/list-query.ts'
import { wordsOf } from '#src/core/rules/normalize.ts'
import { PERSON_WORDS } from './people.ts'

/**
 * SQL condition that the name or the address of a person begins with what was typed; null for nothing. Reads at most
 * MOST_COUNTED of each.
 */
export const isCalled = (personId: string, typed: string, values: SqlValues): string | null => {
  const words = wordsOf(typed)
  if (words.length === 0) return null
  const name = `${PERSON_WORDS} @@ to_tsquery('simple', ${values.add(words.map(word => `${word}:*`).join(' & '))})`
  const email = `p.email like ${values.add(`${escaped(typed.toLowerCase())}%`)}`
  const some = (condition: string) => `(select p.id from people p where ${condition} limit ${MOST_COUNTED})`
  return `${personId} in (${some(name)} union all ${some(email)})`
}

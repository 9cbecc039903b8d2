import type { Queryable } from '#src/core/db/db.ts'
import { escaped, SqlValues } from '#src/core/db/list-rows.ts'
import { MOST_COUNTED } from '#src/core/rules/list-query.ts'
import { wordsOf } from '#src/core/rules/normalize.ts'
import { PERSON_WORDS } from './people.ts'

/**
 * Lists the people whose name or address begins with what was typed, at most MOST_COUNTED of each; null if nothing was
 * typed. A list asks for them first, because the planner cannot estimate how many there are.
 */
export const listPeopleCalled = async (db: Queryable, typed: string): Promise<number[] | null> => {
  const words = wordsOf(typed)
  if (words.length === 0) return null
  const values = new SqlValues()
  const name = `${PERSON_WORDS} @@ to_tsquery('simple', ${values.add(words.map(word => `${word}:*`).join(' & '))})`
  const email = `p.email like ${values.add(`${escaped(typed.toLowerCase())}%`)}`
  const some = (condition: string) => `(select p.id from people p where ${condition} limit ${MOST_COUNTED})`
  const { rows } = await db.client.query<{ id: number }>(`${some(name)} union ${some(email)}`, values.all)
  return rows.map(row => row.id)
}

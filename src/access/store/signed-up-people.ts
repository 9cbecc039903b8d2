import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#src/core/db/db.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { people } from './schema/people.ts'

interface VerifiedPerson {
  email: string
  name: string
  givenName: string
  familyName: string
  /** Language of the page where they signed up. */
  language: Language
  now: Date
}

/**
 * Upserts the person with a verified email: one row for all courses. A person who came by a launch is a separate row,
 * because an email claimed by an LMS never merges people.
 */
export const saveVerifiedPerson = async (tx: Tx, given: VerifiedPerson): Promise<number> => {
  const { email, name, givenName, familyName, language, now } = given
  const mine = and(eq(people.email, email), isNull(people.consumerId), isNull(people.platformId))
  const [found] = await tx.orm.select({ id: people.id }).from(people).where(mine)
  const values = { name, givenName, familyName, launchLanguage: language, emailVerifiedAt: now, updatedAt: now }
  if (found) {
    await tx.orm.update(people).set(values).where(eq(people.id, found.id))
    return found.id
  }
  const [row] = await tx.orm
    .insert(people)
    .values({ email, ...values })
    .onConflictDoUpdate({
      target: people.email,
      targetWhere: sql`consumer_id is null and platform_id is null`,
      set: values,
    })
    .returning({ id: people.id })
  return row!.id
}

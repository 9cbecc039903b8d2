import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, nameWords, reference } from './columns.ts'
import { consumers } from './consumers.ts'
import { platforms } from './platforms.ts'

/**
 * A person as one LMS knows them: a user id means something to one consumer (1.1) or one platform (1.3) only; name and
 * e-mail may be absent. Who signed up here belongs to neither.
 */
export const people = pgTable(
  'people',
  {
    id: id(),
    consumerId: reference().references(() => consumers.id),
    platformId: reference().references(() => platforms.id),
    ltiUserId: text(),
    /** Lower-cased and trimmed. What an LMS claims links nobody to anybody (rules.md A11). */
    email: text(),
    emailVerifiedAt: instant(),
    name: text(),
    givenName: text(),
    familyName: text(),
    /** Rows that staff say are one person carry the same number, and since when (rules.md A11). */
    onePerson: reference(),
    onePersonSince: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('people_lti_user_key').on(t.consumerId, t.ltiUserId),
    unique('people_platform_user_key').on(t.platformId, t.ltiUserId),
    index('people_email').on(t.email),
    /** Staff find people by the beginnings of their names. */
    index('people_names').using('gin', nameWords(t.name, t.givenName, t.familyName)),
    index('people_one_person').on(t.onePerson),
    check('people_one_person_since', sql`(${t.onePerson} is null) = (${t.onePersonSince} is null)`),
    check('people_of_one_lms', sql`num_nonnulls(${t.consumerId}, ${t.platformId}) <= 1`),
    /** Who signed up is one person, whatever they join. */
    uniqueIndex('people_signed_up_key').on(t.email).where(sql`${t.consumerId} is null and ${t.platformId} is null`),
  ],
)

import { sql } from 'drizzle-orm'
import { index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from './columns.ts'
import { consumers } from './consumers.ts'

/** A person as one school knows them. An LMS user id is unique inside one school only; name and e-mail may be absent. */
export const people = pgTable(
  'people',
  {
    id: id(),
    consumerId: reference().references(() => consumers.id),
    ltiUserId: text(),
    /** Lower-cased and trimmed. What an LMS claims links nobody to anybody (rules.md A11). */
    email: text(),
    emailVerifiedAt: instant(),
    name: text(),
    givenName: text(),
    familyName: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('people_lti_user_key').on(t.consumerId, t.ltiUserId),
    /** One row for each proved address in a school. */
    uniqueIndex('people_signed_up_key').on(t.consumerId, t.email).where(sql`${t.ltiUserId} is null`),
    index('people_email').on(t.email),
  ],
)

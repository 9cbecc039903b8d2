import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { access, id, reference } from './columns.ts'
import { courses } from './courses.ts'
import { people } from './people.ts'

/** One person in one context of LTI 1.3 (the spec's membership): an enrollment's sister, with the same life (rules.md A1). */
export const memberships = pgTable(
  'memberships',
  {
    id: id(),
    courseId: reference()
      .notNull()
      .references(() => courses.id),
    personId: reference()
      .notNull()
      .references(() => people.id),
    token: text().notNull().unique('memberships_token'),
    /** Our own payment reference, minted with the row (rules.md A3). */
    sessionId: uuid().notNull().unique('memberships_session'),
    /** A role of src/domain/launch.ts; its letter is what staff see. */
    role: text().notNull(),
    /** Assignment and Grade Services of the last launch that offered them. */
    lineItemUrl: text(),
    lineItemsUrl: text(),
    gradeScopes: text().array().notNull().default(sql`'{}'`),
    ...access(),
    stripeEventId: text().unique('memberships_stripe_event'),
  },
  t => [
    unique('memberships_person_key').on(t.courseId, t.personId),
    index('memberships_person').on(t.personId),
    check('memberships_source', sql`${t.source} in ('code', 'card', 'staff', 'free', 'test', 'migrated')`),
    check('memberships_processed_has_source', sql`(${t.processedAt} is null) = (${t.source} is null)`),
  ],
)

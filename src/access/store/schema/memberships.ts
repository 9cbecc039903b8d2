import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, isOneOf, reference } from '#src/core/db/columns.ts'
import { courses } from '#src/courses/store/schema/courses.ts'
import { sources } from '../../rules/entitlement.ts'
import { roles } from '../../rules/role.ts'
import { accessColumns } from './access-columns.ts'
import { people } from './people.ts'

/** One person in one LTI 1.3 context. Same lifecycle as an enrollment (docs/rules/access.md). */
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
    /** Our payment reference, generated with the row. */
    sessionId: uuid().notNull().unique('memberships_session'),
    /** A role from the launch rules. Staff see its first letter. */
    role: text({ enum: roles }).notNull(),
    /** Assignment and Grade Services URLs of the last launch that offered them. */
    lineItemUrl: text(),
    lineItemsUrl: text(),
    gradeScopes: text().array().notNull().default(sql`'{}'`),
    ...accessColumns(),
    stripeEventId: text().unique('memberships_stripe_event'),
  },
  t => [
    unique('memberships_person_key').on(t.courseId, t.personId),
    index('memberships_person').on(t.personId),
    /** For the list of people, newest first. */
    index('memberships_created').on(t.createdAt),
    index('memberships_in').on(t.createdAt).where(sql`${t.processedAt} is not null`),
    index('memberships_unprocessed')
      .on(t.createdAt)
      .where(sql`${t.unprocessedAt} is not null and ${t.processedAt} is null`),
    /** One test person with access per course (docs/rules/access.md). */
    uniqueIndex('memberships_one_test').on(t.courseId).where(sql`${t.source} = 'test'`),
    check('memberships_role', isOneOf(t.role, roles)),
    check('memberships_source', isOneOf(t.source, sources)),
    check('memberships_processed_has_source', sql`(${t.processedAt} is null) = (${t.source} is null)`),
  ],
)

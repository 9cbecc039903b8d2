import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, isOneOf, reference } from '#src/core/db/columns.ts'
import { courses } from '#src/courses/store/schema/courses.ts'
import { origins, sources } from '../../rules/entitlement.ts'
import { accessColumns } from './access-columns.ts'
import { people } from './people.ts'

/**
 * One person in one course of a consumer, by LTI 1.1 launch or by sign-up. The person has access while `processed_at`
 * is set (docs/rules/access.md).
 */
export const enrollments = pgTable(
  'enrollments',
  {
    id: id(),
    courseId: reference()
      .notNull()
      .references(() => courses.id),
    personId: reference()
      .notNull()
      .references(() => people.id),
    token: text().notNull().unique('enrollments_token'),
    /** Our payment reference, generated with the row. */
    sessionId: uuid().notNull().unique('enrollments_session'),
    createdVia: text('born_by', { enum: origins }).notNull().default('launch'),
    /** lis_result_sourcedid and lis_outcome_service_url of the last launch that sent them. */
    gradePassbackId: text(),
    outcomeServiceUrl: text(),
    ...accessColumns(),
    stripeEventId: text().unique('enrollments_stripe_event'),
  },
  t => [
    unique('enrollments_person_key').on(t.courseId, t.personId),
    index('enrollments_person').on(t.personId),
    /** For the list of people, newest first. */
    index('enrollments_created').on(t.createdAt),
    index('enrollments_in').on(t.createdAt).where(sql`${t.processedAt} is not null`),
    index('enrollments_unprocessed')
      .on(t.createdAt)
      .where(sql`${t.unprocessedAt} is not null and ${t.processedAt} is null`),
    /** One test person with access per course (docs/rules/access.md). */
    uniqueIndex('enrollments_one_test').on(t.courseId).where(sql`${t.source} = 'test'`),
    check('enrollments_born_by', isOneOf(t.createdVia, origins)),
    check('enrollments_source', isOneOf(t.source, sources)),
    check('enrollments_processed_has_source', sql`(${t.processedAt} is null) = (${t.source} is null)`),
  ],
)

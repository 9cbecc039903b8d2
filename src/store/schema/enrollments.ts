import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { access, id, reference } from './columns.ts'
import { courses } from './courses.ts'
import { people } from './people.ts'

/** One person in one course (the spec's lti_enrollment). `processed_at` set means: the person is in (rules.md A5). */
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
    /** Our own payment reference, minted with the row (rules.md A3). */
    sessionId: uuid().notNull().unique('enrollments_session'),
    bornBy: text().notNull().default('launch'),
    /** lis_result_sourcedid and lis_outcome_service_url of the last launch that carried them. */
    gradePassbackId: text(),
    outcomeServiceUrl: text(),
    ...access(),
    stripeEventId: text().unique('enrollments_stripe_event'),
  },
  t => [
    unique('enrollments_person_key').on(t.courseId, t.personId),
    index('enrollments_person').on(t.personId),
    check('enrollments_born_by', sql`${t.bornBy} in ('launch', 'sign_up')`),
    check('enrollments_source', sql`${t.source} in ('code', 'card', 'staff', 'free', 'test', 'migrated')`),
    check('enrollments_processed_has_source', sql`(${t.processedAt} is null) = (${t.source} is null)`),
  ],
)

import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, reference } from './columns.ts'
import { consumers } from './consumers.ts'
import { people } from './people.ts'
import { deployments } from './platforms.ts'
import { products } from './products.ts'

/**
 * A course as its LMS launches it: the spec's lti_course, of a consumer (1.1), or its context, of a deployment (1.3). One
 * table, so that products, teachers, launches and all that is counted from them are the same for both.
 * `context_id` is unique inside one school only (rules.md A6).
 */
export const courses = pgTable(
  'courses',
  {
    id: id(),
    consumerId: reference().references(() => consumers.id),
    deploymentId: reference().references(() => deployments.id),
    contextId: text().notNull(),
    title: text(),
    label: text(),
    canvasCourseId: text(),
    canvasDomain: text(),
    workflowState: text().notNull().default('available'),
    /** The origins of the LMS pages that framed us, newest first, from a signed parameter: for frame-ancestors. */
    lmsOrigins: text().array().notNull().default(sql`'{}'`),
    termStartsAt: instant(),
    termEndsAt: instant(),
    /** The end of sign-up, not of access (rules.md D3). */
    expiresAt: instant(),
    allowsWts: boolean().notNull().default(false),
    joinToken: text().notNull().unique('courses_join_token'),
    /** Names and Role Provisioning Services of the last launch that offered them (LTI 1.3). */
    rosterUrl: text(),
    /** When staff were written to that this course waits for its products. */
    waitingToldAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('courses_context_key').on(t.consumerId, t.contextId),
    unique('courses_deployment_context_key').on(t.deploymentId, t.contextId),
    index('courses_context_id').on(t.contextId),
    check('courses_of_one_school', sql`num_nonnulls(${t.consumerId}, ${t.deploymentId}) = 1`),
  ],
)

/** Which products a course uses now. */
export const courseProducts = pgTable(
  'course_products',
  {
    courseId: reference()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    productId: reference()
      .notNull()
      .references(() => products.id),
  },
  t => [primaryKey({ columns: [t.courseId, t.productId] })],
)

/** Who launched a course as a teacher: the names on the pay page (rules.md G). */
export const courseTeachers = pgTable(
  'course_teachers',
  {
    courseId: reference()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    personId: reference()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
  },
  t => [
    primaryKey({ columns: [t.courseId, t.personId] }),
    /** Staff find a teacher by name. */
    index('course_teachers_person').on(t.personId),
  ],
)

import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { createdAt, instant, isOneOf, reference } from '#src/core/db/columns.ts'
import { readFailures } from '../rules/canvas-port.ts'

/** A course on the publisher's Canvas and its polling state. `claimed_until`: a process is working on it until then. */
export const canvasCourses = pgTable(
  'canvas_courses',
  {
    /** The canvas_domain of our courses. Canvas ids are unique only within one domain. */
    domain: text().notNull(),
    id: text().notNull(),
    accountId: text(),
    name: text(),
    courseCode: text(),
    workflowState: text(),
    /** Teachers of the course in Canvas. */
    teachers: jsonb().$type<{ id: number; name: string }[]>().notNull().default([]),
    polledAt: instant(),
    nextPollAt: instant().notNull(),
    claimedUntil: instant(),
    failures: integer().notNull().default(0),
    /** Reason that the last poll failed. */
    problem: text({ enum: readFailures }),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.domain, t.id] }),
    index('canvas_courses_next_poll').on(t.nextPollAt),
    check('canvas_courses_problem', isOneOf(t.problem, readFailures)),
  ],
)

/** A Canvas content migration into one of these courses. */
export const contentMigrations = pgTable(
  'content_migrations',
  {
    domain: text().notNull(),
    courseId: text().notNull(),
    id: text().notNull(),
    progressUrl: text(),
    workflowState: text().notNull(),
    sourceCourseName: text().notNull(),
    completion: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.domain, t.courseId, t.id] }),
    foreignKey({ columns: [t.domain, t.courseId], foreignColumns: [canvasCourses.domain, canvasCourses.id] }).onDelete(
      'cascade',
    ),
    check('content_migrations_completion', sql`${t.completion} between 0 and 100`),
  ],
)

/** A person's Canvas login. `asked_at` without an id: the login was requested and no answer arrived. */
export const canvasUsers = pgTable(
  'canvas_users',
  {
    domain: text().notNull(),
    /** The e-mail address, lower-cased. */
    login: text().notNull(),
    canvasUserId: text(),
    /** The login existed before ours, so we never change its password (docs/rules/sign-up.md). */
    existed: boolean().notNull().default(false),
    /** True when created with the password from sign-up; false when Canvas asked the person to choose one. */
    chosen: boolean().notNull().default(false),
    askedAt: instant(),
    claimedUntil: instant(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.domain, t.login] })],
)

/** State of an enrollment in Canvas, as last sent. */
export const canvasEnrollments = pgTable('canvas_enrollments', {
  entitlementId: reference()
    .primaryKey()
    .references(() => entitlements.id, { onDelete: 'cascade' }),
  canvasEnrollmentId: text(),
  isActive: boolean().notNull().default(false),
  claimedUntil: instant(),
  updatedAt: createdAt(),
})

/** A Canvas instance and its blueprint courses as last read: [{ id, name, courseCode }]. */
export const canvasPlatforms = pgTable('canvas_platforms', {
  domain: text().primaryKey(),
  blueprints: jsonb().notNull(),
  readAt: instant().notNull(),
})

import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, reference } from './columns.ts'
import { enrollments } from './enrollments.ts'

/** A course on the publisher's learning platform, and when it is looked at next. `claimed_until`: a process is at it. */
export const canvasCourses = pgTable(
  'canvas_courses',
  {
    /** The courses' canvas_domain: ids are unique inside one platform only. */
    domain: text().notNull(),
    id: text().notNull(),
    accountId: text(),
    name: text(),
    courseCode: text(),
    workflowState: text(),
    /** Who teaches it there. */
    teachers: jsonb().$type<{ id: number; name: string }[]>().notNull().default([]),
    polledAt: instant(),
    nextPollAt: instant().notNull(),
    claimedUntil: instant(),
    failures: integer().notNull().default(0),
    problem: text(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.domain, t.id] }), index('canvas_courses_next_poll').on(t.nextPollAt)],
)

/** A copy of content into one of these courses (spec §3, content migration). */
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

/** A person's login on the learning platform. `asked_at` without an id: it was asked for, and the answer never came. */
export const canvasUsers = pgTable(
  'canvas_users',
  {
    domain: text().notNull(),
    /** The e-mail address, lower-cased. */
    login: text().notNull(),
    canvasUserId: text(),
    /** It was there before us: its password is not ours to change (rules.md D7). */
    existed: boolean().notNull().default(false),
    /** Made with the password of the sign-up; else Canvas asked the person to choose one. */
    chosen: boolean().notNull().default(false),
    askedAt: instant(),
    claimedUntil: instant(),
    createdAt: createdAt(),
  },
  t => [primaryKey({ columns: [t.domain, t.login] })],
)

/** What the learning platform was told about an enrollment of ours. */
export const canvasEnrollments = pgTable('canvas_enrollments', {
  enrollmentId: reference()
    .primaryKey()
    .references(() => enrollments.id, { onDelete: 'cascade' }),
  canvasEnrollmentId: text(),
  isActive: boolean().notNull().default(false),
  claimedUntil: instant(),
  updatedAt: createdAt(),
})

/** A learning platform, and the blueprint courses that it told of last: [{ id, name, courseCode }]. */
export const canvasPlatforms = pgTable('canvas_platforms', {
  domain: text().primaryKey(),
  blueprints: jsonb().notNull(),
  readAt: instant().notNull(),
})

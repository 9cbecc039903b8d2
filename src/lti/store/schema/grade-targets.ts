import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { entitlements } from '#src/access/store/schema/entitlements.ts'
import { createdAt, id, instant, reference } from '#src/core/db/columns.ts'

/**
 * A column of the LMS that gets a person's score of access: 1 with access, 0 without. One row for each graded link that
 * they opened, and one for the column of the course that we made (docs/rules/launches.md).
 */
export const gradeTargets = pgTable(
  'grade_targets',
  {
    id: id(),
    entitlementId: reference()
      .notNull()
      .references(() => entitlements.id, { onDelete: 'cascade' }),
    /** The resource link that named the target; empty for our own column. */
    resourceLink: text().notNull().default(''),
    /** LTI 1.1: lis_result_sourcedid and lis_outcome_service_url. A launch may send another sourcedid for the same column. */
    sourcedId: text(),
    outcomeServiceUrl: text(),
    /** LTI 1.3: the column, unless it is ours, the list of columns, and the scopes that the launch granted. */
    lineItemUrl: text(),
    lineItemsUrl: text(),
    scopes: text().array().notNull().default(sql`'{}'`),
    /** The address that the LMS took the last score at. Another one gets the score again. */
    sentTo: text(),
    score: integer(),
    sentAt: instant(),
    /** A score that was sent and not answered. */
    asking: integer(),
    claimedUntil: instant(),
    /** The reason that the LMS rejected it for good. */
    problem: text(),
    /** Time of the first failed attempt since the last success. */
    failingSince: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    unique('grade_targets_once').on(t.entitlementId, t.resourceLink),
    index('grade_targets_problem').on(t.entitlementId).where(sql`${t.problem} is not null`),
    check(
      'grade_targets_address',
      sql`(${t.sourcedId} is not null and ${t.outcomeServiceUrl} is not null) or coalesce(${t.lineItemUrl}, ${t.lineItemsUrl}) is not null`,
    ),
  ],
)

/** Columns that we made in a course of an LMS, by the id that it returned. */
export const ownColumns = pgTable('own_columns', {
  lineItemsUrl: text().primaryKey(),
  lineItemUrl: text().notNull(),
  createdAt: createdAt(),
})

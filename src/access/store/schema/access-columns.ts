import { boolean, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, reference } from '#src/core/db/columns.ts'
import { sources } from '../../rules/entitlement.ts'

/**
 * Columns that record a person's access to a course; the same for enrollments and memberships (docs/rules/access.md).
 */
export const accessColumns = () => ({
  agreedAt: instant(),
  agreedTerms: text(),
  processedAt: instant(),
  processedBy: reference(),
  source: text({ enum: sources }),
  /** The last launch had the TestUser role: nobody's own account, like Canvas's Student View. */
  isTest: boolean().notNull().default(false),
  /** When staff or a refund last removed access. Only a new code, payment or staff action restores it. */
  unprocessedAt: instant(),
  /** When access ends, or ended. */
  accessEndsAt: instant(),
  /** When the period before this one ended. What was voided by then is used up. */
  lastPeriodEndedAt: instant(),
  /** Origin of the LMS page that sent the last launch, by headers that nothing signs: only for the person's own pages. */
  seenOrigin: text(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
})

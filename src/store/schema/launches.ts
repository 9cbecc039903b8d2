import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { DeepLinkSettings } from '../../domain/launch.ts'
import { createdAt, id, instant, reference } from './columns.ts'
import { courses } from './courses.ts'
import { people } from './people.ts'

/** Access granted by a teacher's launch, for two hours, to a link with both the token and its state. */
export const launchTokens = pgTable(
  'launch_tokens',
  {
    tokenHash: text().primaryKey(),
    stateHash: text().notNull(),
    app: text().notNull(),
    courseId: reference()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    personId: reference()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** Deep linking settings the platform sent. */
    deepLink: jsonb().$type<DeepLinkSettings>(),
    expiresAt: instant().notNull(),
  },
  t => [index('launch_tokens_expires_at').on(t.expiresAt)],
)

/**
 * Log of every launch, accepted or refused, for support. Holds technical facts only, no personal data. Kept 30 days.
 */
export const launchDiary = pgTable(
  'launch_diary',
  {
    id: id(),
    at: createdAt(),
    /** Error id from the error page, which the person quotes to support. */
    reference: text().notNull().unique('launch_diary_reference'),
    version: text().notNull(),
    outcome: text().notNull(),
    consumerKey: text(),
    /** LTI 1.3 only. */
    issuer: text(),
    clientId: text(),
    deploymentId: text(),
    school: text(),
    contextId: text(),
    skewSeconds: integer(),
    parameters: text().array().notNull(),
    detail: text(),
    /** Signature base string of a refused 1.1 launch, with personal values masked. Never kept for K-12 schools. */
    baseString: text(),
  },
  t => [index('launch_diary_at').on(t.at)],
)

import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { DeepLinkSettings } from '../../domain/launch.ts'
import { createdAt, id, instant, reference } from './columns.ts'
import { courses } from './courses.ts'
import { people } from './people.ts'

/** What a teacher's launch may open, for two hours, from a link that carries both the token and its state. */
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
    /** What a platform asked for when a teacher places links. */
    deepLink: jsonb().$type<DeepLinkSettings>(),
    expiresAt: instant().notNull(),
  },
  t => [index('launch_tokens_expires_at').on(t.expiresAt)],
)

/** Every launch, good or refused, for support: facts about it, never a person's data. Kept 30 days. */
export const launchDiary = pgTable(
  'launch_diary',
  {
    id: id(),
    at: createdAt(),
    /** What the person saw on the error page and quotes to support. */
    reference: text().notNull().unique('launch_diary_reference'),
    version: text().notNull(),
    outcome: text().notNull(),
    consumerKey: text(),
    /** LTI 1.3: issuer, client_id and deployment. */
    issuer: text(),
    clientId: text(),
    deploymentId: text(),
    school: text(),
    contextId: text(),
    skewSeconds: integer(),
    parameters: text().array().notNull(),
    detail: text(),
    /** What a refused 1.1 launch had to sign, with everything personal masked; none for K-12. */
    baseString: text(),
  },
  t => [index('launch_diary_at').on(t.at)],
)

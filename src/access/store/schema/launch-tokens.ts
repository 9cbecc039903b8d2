import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, isOneOf, reference } from '#src/core/db/columns.ts'
import { courses } from '#src/courses/store/schema/courses.ts'
import { type DeepLinkSettings, openedApps } from '../../rules/opened-launch.ts'
import { people } from './people.ts'

/** Access granted by a teacher's launch, for two hours, to a link with both the token and its state. */
export const launchTokens = pgTable(
  'launch_tokens',
  {
    tokenHash: text().primaryKey(),
    stateHash: text().notNull(),
    app: text({ enum: openedApps }).notNull(),
    courseId: reference()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    personId: reference()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** Deep linking settings the platform sent. */
    deepLink: jsonb().$type<DeepLinkSettings>(),
    /** Origin of the LMS page that sent the launch, by headers that nothing signs. */
    seenOrigin: text(),
    expiresAt: instant().notNull(),
  },
  t => [index('launch_tokens_expires_at').on(t.expiresAt), check('launch_tokens_app', isOneOf(t.app, openedApps))],
)

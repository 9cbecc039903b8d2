import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, reference } from './columns.ts'
import { platforms } from './platforms.ts'

/**
 * One OpenID Connect login, from the LMS's first request to the launch that ends it: ten minutes, consumed once. What the
 * browser carries stands here only as its hash.
 */
export const ltiLogins = pgTable(
  'lti_logins',
  {
    stateHash: text().primaryKey(),
    nonceHash: text().notNull(),
    /** What ties the launch to the browser that began it: a cookie, or the platform's own storage. */
    bindingHash: text().notNull(),
    platformId: reference()
      .notNull()
      .references(() => platforms.id, { onDelete: 'cascade' }),
    /** What the LMS sent, to begin again in a window of our own. */
    parameters: jsonb().$type<Record<string, string>>().notNull(),
    /** The frame that keeps the binding where cookies are blocked (lti_storage_target). */
    storageTarget: text(),
    /** From where it was begun, hashed: a stranger's are counted, and the oldest go. */
    networkHash: text(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    consumedAt: instant(),
  },
  t => [index('lti_logins_expires_at').on(t.expiresAt), index('lti_logins_network').on(t.networkHash, t.createdAt)],
)

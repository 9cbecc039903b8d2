import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, reference } from '#src/core/db/columns.ts'
import { platforms } from '#src/schools/store/schema/platforms.ts'

/**
 * One OpenID Connect login, from the LMS's first request to its launch. Valid ten minutes and consumed once. Values the
 * browser holds are stored as hashes only.
 */
export const ltiLogins = pgTable(
  'lti_logins',
  {
    stateHash: text().primaryKey(),
    nonceHash: text().notNull(),
    /** Binds the launch to the browser that began it: a cookie, or platform storage. */
    bindingHash: text().notNull(),
    platformId: reference()
      .notNull()
      .references(() => platforms.id, { onDelete: 'cascade' }),
    /** Frame that stores the binding where cookies are blocked (lti_storage_target). */
    storageTarget: text(),
    /** Origin of the LMS page that sent the login, by its Origin or Referer header. */
    lmsOrigin: text(),
    /** Hash of the requesting network. Logins are capped per network, and the oldest are deleted. */
    networkHash: text(),
    userAgentHash: text(),
    /** Hash of the id on the page that asks to continue, shown to a browser without cookie and platform storage. */
    continueHash: text().unique('lti_logins_continue'),
    /** Claims of that launch as JSON, verified. Null again once it was opened, or after `claimsExpireAt`. */
    claims: text(),
    claimsExpireAt: instant(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    consumedAt: instant(),
  },
  t => [
    index('lti_logins_expires_at').on(t.expiresAt),
    index('lti_logins_network').on(t.networkHash, t.createdAt),
    index('lti_logins_claims').on(t.claimsExpireAt),
  ],
)

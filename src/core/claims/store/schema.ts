import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'

/** Work that one process does at a time. Example name: `video account asl1`. A dead process leaves its row until `until`. */
export const claims = pgTable('claims', {
  name: text().primaryKey(),
  holder: text().notNull(),
  until: instant().notNull(),
})

/** Calls to a provider whose answer is not recorded yet, and failed ones (docs/adr/0038-renew-call-keys.md). */
export const providerCalls = pgTable('provider_calls', {
  /** The purpose, of which one call runs at a time, like `refund pi_1`. */
  purpose: text().primaryKey(),
  /** The request's details. Requests that differ in them never share a key. */
  asked: text().notNull(),
  /** The idempotency key. */
  key: text().notNull(),
  beganAt: instant().notNull(),
  /** When the key was last sent. */
  usedAt: instant().notNull(),
  /** When the provider answered with an error, which it repeats to every request with this key. */
  failedAt: instant(),
})

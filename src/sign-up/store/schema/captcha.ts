import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#src/core/db/columns.ts'

/** One row per captcha response that was accepted. The primary key makes a second use fail. */
export const captchaUses = pgTable('captcha_uses', { key: text().primaryKey(), expiresAt: instant().notNull() }, t => [
  index('captcha_uses_expires_at').on(t.expiresAt),
])

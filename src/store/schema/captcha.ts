import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** One row for each captcha response that counted: the primary key is what makes a second use lose. */
export const captchaUses = pgTable('captcha_uses', { key: text().primaryKey(), expiresAt: instant().notNull() }, t => [
  index('captcha_uses_expires_at').on(t.expiresAt),
])

import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

/** Our own keys. All are published at /lti/keys; `current` signs, `next` is published ahead, `retired` runs out. */
export const toolKeys = pgTable(
  'tool_keys',
  {
    kid: text().primaryKey(),
    publicJwk: jsonb().$type<Record<string, string>>().notNull(),
    /** Sealed (crypto.ts). */
    sealedPrivateKey: text().notNull(),
    state: text().notNull(),
    createdAt: createdAt(),
    /** When it became what it is. */
    stateAt: instant().notNull(),
  },
  t => [
    uniqueIndex('tool_keys_one_each').on(t.state).where(sql`${t.state} in ('current', 'next')`),
    check('tool_keys_state', sql`${t.state} in ('next', 'current', 'retired')`),
  ],
)

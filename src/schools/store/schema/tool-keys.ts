import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, isOneOf } from '#src/core/db/columns.ts'

const states = ['next', 'current', 'retired'] as const

/**
 * Our LTI 1.3 signing keys, all published at /lti/keys. `current` signs, `next` is published in advance, `retired` is
 * kept until it expires.
 */
export const toolKeys = pgTable(
  'tool_keys',
  {
    kid: text().primaryKey(),
    publicJwk: jsonb().$type<Record<string, string>>().notNull(),
    /** Encrypted (crypto.ts). */
    sealedPrivateKey: text().notNull(),
    state: text({ enum: states }).notNull(),
    createdAt: createdAt(),
    /** When it entered its state. */
    stateAt: instant().notNull(),
  },
  t => [
    uniqueIndex('tool_keys_one_each').on(t.state).where(sql`${t.state} in ('current', 'next')`),
    check('tool_keys_state', isOneOf(t.state, states)),
  ],
)

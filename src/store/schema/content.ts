import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** Checked content as pages ask for it: a unit by its number, everything else whole. */
export const contentParts = pgTable(
  'content_parts',
  { kind: text().notNull(), key: text().notNull(), body: jsonb().notNull() },
  t => [primaryKey({ columns: [t.kind, t.key] })],
)

/** Which content folder the database holds: one row. `shipped` is our own sample, which a new version may replace. */
export const contentState = pgTable(
  'content_state',
  {
    id: integer().primaryKey().default(1),
    origin: text().notNull(),
    fingerprint: text().notNull(),
    importedAt: createdAt(),
  },
  () => [check('content_state_one', sql`id = 1`), check('content_state_origin', sql`origin in ('shipped', 'own')`)],
)

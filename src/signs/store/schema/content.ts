import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, isOneOf } from '#src/core/db/columns.ts'
import { partKinds } from '../../rules/content.ts'

/** Imported content in the parts pages load: one row per unit, and one row each for everything else. */
export const contentParts = pgTable(
  'content_parts',
  { kind: text({ enum: partKinds }).notNull(), key: text().notNull(), body: jsonb().notNull() },
  t => [primaryKey({ columns: [t.kind, t.key] }), check('content_parts_kind', isOneOf(t.kind, partKinds))],
)

/** The imported content folder: a single row. `shipped` is our own sample, which a new version may replace. */
export const contentState = pgTable(
  'content_state',
  {
    id: integer().primaryKey().default(1),
    origin: text({ enum: ['shipped', 'own'] }).notNull(),
    fingerprint: text().notNull(),
    importedAt: createdAt(),
  },
  () => [check('content_state_one', sql`id = 1`), check('content_state_origin', sql`origin in ('shipped', 'own')`)],
)

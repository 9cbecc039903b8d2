import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#src/core/db/columns.ts'

/** Lines of /setup that are wrong now, and since when. Managers get a mail about those that stay. */
export const faults = pgTable('faults', { name: text().primaryKey(), since: instant().notNull() })

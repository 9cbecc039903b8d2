import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'

/** Work that one process does at a time. Example name: `video account asl1`. A dead process leaves its row until `until`. */
export const claims = pgTable('claims', {
  name: text().primaryKey(),
  holder: text().notNull(),
  until: instant().notNull(),
})

import { pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Always empty: /readyz writes a row and rolls it back, to see that the disk of the database has room. The migration makes
 * it unlogged, so that these writes are not in the backups of the write-ahead log.
 */
export const writeProbes = pgTable('write_probes', { filler: text().notNull() })

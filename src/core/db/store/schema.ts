import { pgTable, text } from 'drizzle-orm/pg-core'

/** Always empty and unlogged: /readyz writes a row and rolls it back, to see that the disk has room. */
export const writeProbes = pgTable('write_probes', { filler: text().notNull() })

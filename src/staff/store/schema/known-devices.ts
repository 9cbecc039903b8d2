import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, reference } from '#src/core/db/columns.ts'
import { staffUsers } from '../schema.ts'

/** Devices that a staff user has signed in from, by a keyed hash. */
export const knownDevices = pgTable(
  'known_devices',
  {
    staffId: reference()
      .notNull()
      .references(() => staffUsers.id, { onDelete: 'cascade' }),
    deviceHash: text().notNull(),
    seenAt: instant().notNull(),
  },
  t => [primaryKey({ columns: [t.staffId, t.deviceHash] }), index('known_devices_seen_at').on(t.seenAt)],
)

import { eq, lt } from 'drizzle-orm'
import type { Queryable, Tx } from '#src/core/db/db.ts'
import { knownDevices } from './schema/known-devices.ts'

/** Returns the hashes of the devices that a staff user has signed in from. */
export const listKnownDevices = async (db: Queryable, staffId: number): Promise<string[]> =>
  (
    await db.orm
      .select({ deviceHash: knownDevices.deviceHash })
      .from(knownDevices)
      .where(eq(knownDevices.staffId, staffId))
  ).map(row => row.deviceHash)

export const saveKnownDevice = async (tx: Tx, staffId: number, deviceHash: string, seenAt: Date): Promise<void> => {
  await tx.orm
    .insert(knownDevices)
    .values({ staffId, deviceHash, seenAt })
    .onConflictDoUpdate({ target: [knownDevices.staffId, knownDevices.deviceHash], set: { seenAt } })
}

export const deleteUnusedDevices = async (db: Queryable, seenBefore: Date): Promise<void> => {
  await db.orm.delete(knownDevices).where(lt(knownDevices.seenAt, seenBefore))
}

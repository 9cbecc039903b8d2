import type { Tx } from '#src/core/db/db.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { Platform } from './rules/platform.ts'
import { isSameTokenClient, type TokenClient } from './rules/token-audience.ts'
import { claimPlatform, type InsertedPlatform, listPlatformsOfClient, lockPlatforms } from './store/platforms.ts'

/**
 * Inserts a platform, unless it exists or would get the access tokens of another one. An outsider may not name the
 * client of a platform that is turned off either; staff may, to replace a wrong one.
 */
export const addPlatform = async (
  tx: Tx,
  values: InsertedPlatform,
  by: 'staff' | 'outsider',
): Promise<{ ok: true; platform: Platform } | Refused<'platform_exists' | 'client_id_taken'>> => {
  await lockPlatforms(tx)
  const others = await listOthersOfClient(tx, values)
  if (others.some(other => by === 'outsider' || other.isActive)) return refuse('client_id_taken')
  const platform = await claimPlatform(tx, values)
  return platform ? { ok: true, platform } : refuse('platform_exists')
}

/** Returns true if an active platform of another issuer gets the access tokens of this one. Call under the lock. */
export const isClientTaken = async (tx: Tx, platform: TokenClient): Promise<boolean> =>
  (await listOthersOfClient(tx, platform)).some(other => other.isActive)

const listOthersOfClient = async (tx: Tx, platform: TokenClient): Promise<Platform[]> =>
  (await listPlatformsOfClient(tx, platform.clientId)).filter(other => isSameTokenClient(other, platform))

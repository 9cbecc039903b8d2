import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { isReasonMissing, type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { checkAddresses, type PlatformCreated } from './platforms.ts'
import { type Platform, type PlatformEdit, platformFacts, type Reach } from './rules/platform.ts'
import { editedAddresses, isSameTokenClient, platformDomain } from './rules/platform-presets.ts'
import {
  deleteUnusedPlatform,
  findPlatform,
  findPlatformReach,
  listPlatformsOfClient,
  lockPlatforms,
  savePlatform,
} from './store/platforms.ts'

interface PlatformChange {
  was: Platform
  is: Platform
  /** Names both states: a change that was confirmed is made only from the state that the preview showed. */
  key: string
}

type ChangePlanned = { ok: true; change: PlatformChange } | ChangeRefused
type ChangeRefused =
  | Exclude<PlatformCreated, { ok: true }>
  | Refused<'platform_not_found' | 'platform_unchanged' | 'platform_changed' | 'reason_required'>

const factsKey = (platform: Platform): string => JSON.stringify(platformFacts(platform))

/** Finds out what a platform would be, and whether it may. */
const planChange = async (
  app: Needs<'addressFault' | 'isOwn'>,
  db: Queryable,
  was: Platform,
  edit: PlatformEdit,
): Promise<ChangePlanned> => {
  const clientId = edit.clientId.trim()
  if (edit.domain.trim() === '') return refuse('domain_required')
  if (clientId === '') return refuse('client_id_required')
  const domain = platformDomain(edit.domain)
  if (!domain) return refuse('invalid_domain')
  const checked = checkAddresses(app, editedAddresses(was, { ...edit, domain, clientId }))
  if (!checked.ok) return checked
  const is = { ...was, ...checked.addresses, domain, clientId, preset: edit.preset }
  if (factsKey(was) === factsKey(is)) return refuse('platform_unchanged')
  const others = (await listPlatformsOfClient(db, clientId)).filter(({ id }) => id !== was.id)
  if (others.some(({ issuer }) => issuer === is.issuer)) return refuse('platform_exists')
  if (others.some(other => other.isActive && isSameTokenClient(other, is))) return refuse('client_id_taken')
  return { ok: true, change: { was, is, key: `${factsKey(was)} ${factsKey(is)}` } }
}

export const previewPlatformChange = async (
  app: Needs<'addressFault' | 'db' | 'isOwn'>,
  id: number,
  edit: PlatformEdit,
  by: Staff,
): Promise<{ ok: true; change: PlatformChange; reach: Reach } | ChangeRefused> => {
  demand(by, 'manage')
  const [was, reach] = [await findPlatform(app.db, id), await findPlatformReach(app.db, id)]
  if (!was || !reach) return refuse('platform_not_found')
  const planned = await planChange(app, app.db, was, edit)
  return planned.ok ? { ...planned, reach } : planned
}

/**
 * Changes the domain, client id, type or addresses of a platform, as the preview named by `key` showed. Courses and people
 * belong to the platform, so everybody keeps their access. A change that is confirmed twice is made once.
 */
export const changePlatform = async (
  app: Needs<'addressFault' | 'clock' | 'db' | 'isOwn'>,
  id: number,
  edit: PlatformEdit,
  { key, reason }: { key: string; reason: string },
  by: Staff,
): Promise<{ ok: true; platform: Platform } | ChangeRefused> => {
  demand(by, 'manage')
  if (isReasonMissing(reason, true)) return refuse('reason_required')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    await lockPlatforms(tx)
    const was = await findPlatform(tx, id)
    if (!was) return refuse('platform_not_found')
    if (key.endsWith(` ${factsKey(was)}`)) return { ok: true, platform: was }
    const planned = await planChange(app, tx, was, edit)
    if (!planned.ok) return planned
    const { is } = planned.change
    if (planned.change.key !== key) return refuse('platform_changed')
    const [before, after] = [platformFacts(was), platformFacts(is)]
    await savePlatform(tx, id, after, now)
    const subject = { kind: 'platform', id } as const
    await recordAudit(tx, { by, action: 'change-platform', subject, before, after, reason, now })
    return { ok: true, platform: is }
  })
}

export const deletePlatform = async (
  app: Needs<'clock' | 'db'>,
  id: number,
  reason: string,
  by: Staff,
): Promise<
  { ok: true; platform: Platform } | Refused<'platform_not_found' | 'platform_in_use' | 'reason_required'>
> => {
  demand(by, 'manage')
  if (isReasonMissing(reason, true)) return refuse('reason_required')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    await lockPlatforms(tx)
    if (!(await findPlatform(tx, id))) return refuse('platform_not_found')
    const platform = await deleteUnusedPlatform(tx, id)
    if (!platform) return refuse('platform_in_use')
    const before = platformFacts(platform)
    const subject = { kind: 'platform', id, key: platform.domain } as const
    await recordAudit(tx, { by, action: 'delete-platform', subject, before, reason, now })
    return { ok: true, platform }
  })
}

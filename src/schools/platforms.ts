import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { parseJson } from '#src/core/outside/json.ts'
import { isRecord } from '#src/core/rules/guards.ts'
import { isReasonMissing, type Refused, refuse } from '#src/core/rules/outcome.ts'
import { isSuccess } from '#src/core/rules/outside.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { queueMessage } from '#src/messages/messages.ts'
import {
  ADDRESSES,
  type AddressRefused,
  type NewAddresses,
  type NewPlatform,
  type Platform,
  type PlatformSwitches,
  platformMessages,
  type Reach,
} from './rules/platform.ts'
import {
  areOfOneLms,
  isSameTokenClient,
  isSharedHost,
  isSharedIssuer,
  pastedAddress,
  platformDomain,
  presetAddresses,
  type TokenClient,
  tokenAudience,
} from './rules/platform-presets.ts'
import { approveDeployments } from './store/deployments.ts'
import {
  claimPlatform,
  findPlatform,
  findPlatformReach,
  type InsertedPlatform,
  listPlatformsOfClient,
  lockPlatforms,
  savePlatform,
} from './store/platforms.ts'
import { findAdministrator } from './store/registrations.ts'
import { insertSchool } from './store/schools.ts'

export { findPlatform, listPlatformRows, listPlatformsOfIssuer } from './store/platforms.ts'

export type PlatformCreated =
  | { ok: true; platform: Platform }
  | Refused<'domain_required' | 'client_id_required' | 'invalid_domain'>
  | Refused<'addresses_of_others' | 'audience_on_other_host' | 'platform_exists' | 'client_id_taken'>
  | AddressRefused

/**
 * Registers an LMS for LTI 1.3 (docs/rules/schools.md). The listed deployments become a new school, or each its own at a
 * host that many schools share. Its name is the host until a launch sends another. Requires the manager role.
 */
export const createPlatform = async (
  app: Needs<'addressFault' | 'clock' | 'db' | 'isOwn'>,
  { domain: typed, clientId: client, preset, given, deploymentIds }: NewPlatform,
  by: Staff,
): Promise<PlatformCreated> => {
  demand(by, 'manage')
  const clientId = client.trim()
  if (typed.trim() === '') return refuse('domain_required')
  if (clientId === '') return refuse('client_id_required')
  const domain = platformDomain(typed)
  if (!domain) return refuse('invalid_domain')
  const base = preset === 'custom' ? null : presetAddresses(preset, { domain, clientId })
  const checked = checkAddresses(app, {
    issuer: pastedAddress(given.issuer) ?? base?.issuer ?? `https://${domain}`,
    authorizationRedirect: pastedAddress(given.authorizationRedirect) ?? base?.authorizationRedirect ?? '',
    publicKeysUrl: pastedAddress(given.publicKeysUrl) ?? base?.publicKeysUrl ?? '',
    grantUrl: pastedAddress(given.grantUrl) ?? base?.grantUrl ?? '',
    audience: given.audience?.trim() || null,
  })
  if (!checked.ok) return checked
  const { addresses } = checked
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const approvesFirst = deploymentIds.length === 0 && !isSharedIssuer(addresses.issuer)
    const added = await addPlatform(
      tx,
      { ...addresses, clientId, domain, preset, isActive: true, approvesFirst },
      'staff',
    )
    if (!added.ok) return added
    const { platform } = added
    const ids = [...new Set(deploymentIds.map(id => id.trim()).filter(Boolean))]
    for (const group of isSharedHost(domain) ? ids.map(id => [id]) : ids.length > 0 ? [ids] : []) {
      const schoolId = await insertSchool(tx, domain, domain)
      await approveDeployments(tx, { platformId: platform.id, schoolId }, group, now)
      const school = { kind: 'school', id: schoolId } as const
      await recordAudit(tx, { by, action: 'create-school', subject: school, after: { deploymentIds: group }, now })
    }
    const subject = { kind: 'platform', id: platform.id } as const
    const after = { issuer: platform.issuer, clientId, preset, deploymentIds }
    await recordAudit(tx, { by, action: 'create-platform', subject, after, now })
    return { ok: true, platform }
  })
}

type AddressesChecked =
  | { ok: true; addresses: NewAddresses }
  | Refused<'addresses_of_others' | 'audience_on_other_host'>
  | AddressRefused

/** Checks that we may call the addresses of a platform, and that they are of one LMS. */
export const checkAddresses = (app: Needs<'addressFault' | 'isOwn'>, given: NewAddresses): AddressesChecked => {
  for (const { name, field } of ADDRESSES.filter(({ name }) => name !== 'issuer' && name !== 'audience')) {
    const fault = given[name] ? app.addressFault(given[name]) : 'missing'
    if (fault) return { ...refuse('invalid_address'), field, fault }
  }
  const audience = tokenAudience(given)
  if (!audience) return refuse('audience_on_other_host')
  if (!areOfOneLms(given, app.isOwn)) return refuse('addresses_of_others')
  return { ok: true, addresses: { ...given, audience: audience === given.grantUrl ? null : audience } }
}

export const findStaffPlatform = async (
  app: Needs<'db'>,
  id: number,
  by: Staff,
): Promise<{ platform: Platform; reach: Reach } | null> => {
  demand(by, 'see')
  const [platform, reach] = [await findPlatform(app.db, id), await findPlatformReach(app.db, id)]
  return platform && reach && { platform, reach }
}

const TRY_MS = 5000

/** Tries the key set and login address of a platform. Returns a sentence about each that fails. An LMS may be down. */
export const tryAddresses = async (
  { lmsClient }: Needs<'lmsClient'>,
  { publicKeysUrl, authorizationRedirect }: Pick<Platform, 'publicKeysUrl' | 'authorizationRedirect'>,
): Promise<string[]> => {
  const ask = (url: string) =>
    lmsClient({ url, signal: AbortSignal.timeout(TRY_MS) }).catch((error: Error) => ({
      status: 0,
      text: error.message,
    }))
  const [keys, login] = await Promise.all([ask(publicKeysUrl), ask(authorizationRedirect)])
  const answered = ({ status }: { status: number }) => (status === 0 ? 'does not answer' : `answered ${status}`)
  return [
    ...(isSuccess(keys.status) && hasKeys(keys.text) ? [] : [platformMessages.noKeys(publicKeysUrl, answered(keys))]),
    // A login without its parameters may be refused, but not as unknown.
    ...([0, 404, 410].includes(login.status) || login.status >= 500
      ? [platformMessages.noLogin(authorizationRedirect, answered(login))]
      : []),
  ]
}

const hasKeys = (body: string): boolean => {
  const given = parseJson(body)
  return isRecord(given) && Array.isArray(given.keys)
}

/** Inserts a platform, unless it would get another's access tokens. Only staff may name a client that is turned off. */
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

/** Lists the platforms of other issuers that get the access tokens of this one. Call under the lock. */
const listOthersOfClient = async (tx: Tx, platform: TokenClient): Promise<Platform[]> =>
  (await listPlatformsOfClient(tx, platform.clientId)).filter(other => isSameTokenClient(other, platform))

export type PlatformSwitched =
  | { ok: true; platform: Platform }
  | Refused<'platform_not_found' | 'reason_required' | 'client_id_taken'>

/**
 * Turns a platform on or off, or its launches without cookies. Sets the state, never toggles. Turning a platform off
 * needs a reason, because a whole school loses access. Otherwise a reason may be left out, but not blank. The
 * administrator who registered it gets a mail when it is turned on first.
 */
export const switchPlatform = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  id: number,
  switches: Partial<PlatformSwitches>,
  by: Staff,
  reason?: string,
): Promise<PlatformSwitched> => {
  demand(by, 'manage')
  if (isReasonMissing(reason, switches.isActive === false)) return refuse('reason_required')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    if (switches.isActive) {
      await lockPlatforms(tx)
      const found = await findPlatform(tx, id)
      const others = found ? await listOthersOfClient(tx, found) : []
      if (others.some(other => other.isActive)) return refuse('client_id_taken')
    }
    const platform = await savePlatform(tx, id, switches, now)
    if (!platform) return refuse('platform_not_found')
    const line = { action: 'switch-platform', subject: { kind: 'platform', id } } as const
    await recordAudit(tx, { by, ...line, after: switches, reason, now })
    const recipient = switches.isActive ? await findAdministrator(tx, id) : null
    if (recipient) {
      const { host } = new URL(platform.issuer)
      await queueMessage(tx, app.jobs, `lms-on:${id}`, { kind: 'lms-on', recipient, host })
    }
    return { ok: true, platform }
  })
}

import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import {
  isSharedIssuer,
  type NewPlatform,
  type Platform,
  platformDomain,
  platformMessages,
  presetAddresses,
} from './rules/platform.ts'
import { approveDeployments, claimPlatform } from './store/platforms.ts'

export type PlatformCreated =
  | { kind: 'created'; platform: Platform }
  | { kind: 'refused'; status: 409 | 422; message: string; field: string }

/** Registers a school's LMS for LTI 1.3 (docs/rules/schools.md). Requires the manager role. */
export const createPlatform =
  (deps: Deps) =>
  async (
    { domain: typed, clientId: client, preset, given, deploymentIds }: NewPlatform,
    by: Staff,
  ): Promise<PlatformCreated> => {
    demand(by, 'manage')
    const clientId = client.trim()
    if (typed.trim() === '' || clientId === '')
      return refuse(platformMessages.required, typed.trim() ? 'client_id' : 'domain')
    const domain = platformDomain(typed)
    if (!domain) return refuse(platformMessages.domain, 'domain')
    const base = preset === 'custom' ? null : presetAddresses(preset, { domain, clientId })
    const addresses = {
      issuer: given.issuer ?? base?.issuer ?? `https://${domain}`,
      authorizationRedirect: given.authorizationRedirect ?? base?.authorizationRedirect,
      publicKeysUrl: given.publicKeysUrl ?? base?.publicKeysUrl,
      grantUrl: given.grantUrl ?? base?.grantUrl,
    }
    for (const [name, field] of FIELDS) {
      const problem = addresses[name] ? deps.addressProblem(addresses[name]) : 'is missing'
      if (problem) return refuse(`The address ${field} ${problem}.`, field)
    }
    const now = deps.clock.now()
    return inTransaction(deps.db, async tx => {
      const platform = await claimPlatform(tx, {
        ...(addresses as Required<typeof addresses> & Record<(typeof FIELDS)[number][0], string>),
        clientId,
        domain,
        preset,
        audience: given.audience ?? base?.audience ?? null,
        isActive: true,
        approvesFirst: deploymentIds.length === 0 && !isSharedIssuer(addresses.issuer),
      })
      if (!platform)
        return { kind: 'refused', status: 409, message: platformMessages.exists, field: 'client_id' } as const
      await approveDeployments(tx, platform.id, deploymentIds, now)
      const subject = { kind: 'platform', id: platform.id } as const
      const after = { issuer: platform.issuer, clientId, preset, deploymentIds }
      await recordAudit(tx, { by, action: 'create-platform', subject, after, now })
      return { kind: 'created', platform } as const
    })
  }

const FIELDS = [
  ['authorizationRedirect', 'authorization_redirect'],
  ['publicKeysUrl', 'public_keys_url'],
  ['grantUrl', 'grant_url'],
] as const

const refuse = (message: string, field: string): PlatformCreated => ({ kind: 'refused', status: 422, message, field })

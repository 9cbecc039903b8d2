import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { addPlatform } from './add-platform.ts'
import type { AddressRefused, NewPlatform, Platform } from './rules/platform.ts'
import { isSharedHost, isSharedIssuer, platformDomain, presetAddresses } from './rules/platform-presets.ts'
import { tokenAudience } from './rules/token-audience.ts'
import { approveDeployments } from './store/deployments.ts'
import { insertSchool } from './store/schools.ts'
import type { App } from "#src/context.ts";

type PlatformCreated =
  | { ok: true; platform: Platform }
  | Refused<'domain_required' | 'client_id_required' | 'invalid_domain'>
  | Refused<'audience_on_other_host' | 'platform_exists' | 'client_id_taken'>
  | AddressRefused

/**
 * Registers an LMS for LTI 1.3 (docs/rules/schools.md). The listed deployments become a new school, or each its own at a
 * host that many schools share. Its name is the host until a launch sends another. Requires the manager role.
 */
export const createPlatform =
  async (app: App, { domain: typed, clientId: client, preset, given, deploymentIds }: NewPlatform, by: Staff): Promise<PlatformCreated> => {
    demand(by, 'manage')
    const clientId = client.trim()
    if (typed.trim() === '') return refuse('domain_required')
    if (clientId === '') return refuse('client_id_required')
    const domain = platformDomain(typed)
    if (!domain) return refuse('invalid_domain')
    const base = preset === 'custom' ? null : presetAddresses(preset, { domain, clientId })
    const addresses = {
      issuer: given.issuer ?? base?.issuer ?? `https://${domain}`,
      authorizationRedirect: given.authorizationRedirect ?? base?.authorizationRedirect ?? '',
      publicKeysUrl: given.publicKeysUrl ?? base?.publicKeysUrl ?? '',
      grantUrl: given.grantUrl ?? base?.grantUrl ?? '',
    }
    for (const [name, field] of FIELDS) {
      const fault = addresses[name] ? app.addressFault(addresses[name]) : 'missing'
      if (fault) return { ...refuse('invalid_address'), field, fault }
    }
    const { grantUrl } = addresses
    const audience = tokenAudience({ grantUrl, audience: given.audience?.trim() || null })
    if (!audience) return refuse('audience_on_other_host')
    const now = app.clock.now()
    return inTransaction(app.db, async tx => {
      const added = await addPlatform(
        tx,
        {
          ...addresses,
          clientId,
          domain,
          preset,
          audience: audience === grantUrl ? null : audience,
          isActive: true,
          approvesFirst: deploymentIds.length === 0 && !isSharedIssuer(addresses.issuer),
        },
        'staff',
      )
      if (!added.ok) return added
      const { platform } = added
      const ids = [...new Set(deploymentIds)]
      for (const group of isSharedHost(domain) ? ids.map(id => [id]) : ids.length > 0 ? [ids] : []) {
        const schoolId = await insertSchool(tx, domain, domain)
        await approveDeployments(tx, { platformId: platform.id, ids: group, schoolId, now })
        const school = { kind: 'school', id: schoolId } as const
        await recordAudit(tx, { by, action: 'create-school', subject: school, after: { deploymentIds: group }, now })
      }
      const subject = { kind: 'platform', id: platform.id } as const
      const after = { issuer: platform.issuer, clientId, preset, deploymentIds }
      await recordAudit(tx, { by, action: 'create-platform', subject, after, now })
      return { ok: true, platform }
    })
  }

const FIELDS = [
  ['authorizationRedirect', 'authorization_redirect'],
  ['publicKeysUrl', 'public_keys_url'],
  ['grantUrl', 'grant_url'],
] as const

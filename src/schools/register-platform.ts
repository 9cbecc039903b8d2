import { saveAudit } from '#src/core/audit/store/audit.ts'
import { sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import type { Deps } from './deps.ts'
import { isSharedIssuer } from './rules/platform.ts'
import {
  type PlatformConfiguration,
  type Registered,
  RegistrationRefused,
  registrationMessages,
} from './rules/registration.ts'
import { approveDeployments, claimPlatform } from './store/platforms.ts'
import { claimInvite, releaseInvite, saveInvitePlatform } from './store/registrations.ts'

/** HTTP calls to the platform, implemented in src/lti. Both may throw RegistrationRefused. */
export interface RegistrationCalls {
  read(): Promise<PlatformConfiguration>
  register(configuration: PlatformConfiguration): Promise<Registered>
}

export type PlatformRegistered = { kind: 'registered'; issuer: string } | { kind: 'refused'; message: string }

/**
 * Registers a platform by invitation (LTI Dynamic Registration). Claims the invitation before calling the platform, so
 * one link registers once; a failure releases it. The platform stays inactive until staff activate it.
 */
export const registerPlatform =
  (deps: Deps) =>
  async (invite: string, calls: RegistrationCalls): Promise<PlatformRegistered> => {
    const now = deps.clock.now()
    const claimed = await claimInvite(deps.db, sha256(invite), now)
    if (!claimed) return { kind: 'refused', message: registrationMessages.invite }
    try {
      const configuration = await calls.read()
      const registered = await calls.register(configuration)
      await save(deps, { configuration, registered, inviteId: claimed.id, now })
      return { kind: 'registered', issuer: configuration.issuer }
    } catch (error) {
      await releaseInvite(deps.db, claimed.id)
      if (error instanceof RegistrationRefused) return { kind: 'refused', message: error.message }
      throw error
    }
  }

interface Saved {
  configuration: PlatformConfiguration
  registered: Registered
  inviteId: number
  now: Date
}

const save = (deps: Deps, { configuration, registered, inviteId, now }: Saved): Promise<void> =>
  inTransaction(deps.db, async tx => {
    const { registrationUrl: _, name: __, ...addresses } = configuration
    const { clientId, deploymentId } = registered
    const platform = await claimPlatform(tx, {
      ...addresses,
      clientId,
      domain: new URL(configuration.issuer).host,
      isActive: false,
      approvesFirst: deploymentId === null && !isSharedIssuer(configuration.issuer),
    })
    if (!platform) throw new RegistrationRefused(registrationMessages.exists)
    await approveDeployments(tx, platform.id, deploymentId === null ? [] : [deploymentId], now)
    await saveInvitePlatform(tx, inviteId, platform.id)
    const line = { actor: 'system', action: 'register-platform', subjectKind: 'platform' } as const
    await saveAudit(
      tx,
      { ...line, subjectId: platform.id, after: { issuer: platform.issuer, clientId, inviteId } },
      now,
    )
  })

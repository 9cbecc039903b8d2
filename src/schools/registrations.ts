import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { addPlatform } from './platforms.ts'
import { isSharedIssuer } from './rules/platform-presets.ts'
import {
  type PlatformConfiguration,
  type Registered,
  type RegistrationRefusal,
  RegistrationRefused,
  readConfiguration,
  readRegistered,
} from './rules/registration.ts'
import { deleteNoncesBefore } from './store/credentials.ts'
import { approveDeployments } from './store/deployments.ts'
import { reservePlatformId } from './store/platforms.ts'
import {
  claimInvite,
  deleteInvitesBefore,
  findInvite,
  type Invite,
  releaseInvite,
  saveInvite,
  saveInvitePlatform,
} from './store/registrations.ts'
import { insertSchool } from './store/schools.ts'

const TTL_MS = 7 * DAY_MS

type RegistrationInvited = { ok: true; id: number; invite: string; expiresAt: Date } | Refused<'school_required'>

/**
 * Creates a link with which one LMS can register itself once, within a week. The secret is returned only here. `note`
 * names the school.
 */
export const inviteRegistration = async (
  app: Needs<'clock' | 'db'>,
  note: string,
  by: Staff,
): Promise<RegistrationInvited> => {
  demand(by, 'manage')
  if (note.trim() === '') return refuse('school_required')
  const now = app.clock.now()
  const invite = mintSecret()
  const expiresAt = new Date(now.getTime() + TTL_MS)
  return inTransaction(app.db, async tx => {
    const row = { tokenHash: sha256(invite), note, createdBy: by.id, createdAt: now, expiresAt }
    const id = await saveInvite(tx, row)
    await recordAudit(tx, { by, action: 'invite-registration', subject: { kind: 'platform', key: note }, now })
    return { ok: true, id, invite, expiresAt }
  })
}

/** Finds an unused, unexpired invitation without using it. */
export const findInvitation = (app: Needs<'clock' | 'db'>, invite: string): Promise<Invite | null> =>
  findInvite(app.db, sha256(invite), app.clock.now())

/** Parameters that the LMS adds to our registration link. */
interface RegistrationLink {
  invite: string
  configurationUrl: string
}

/** HTTP calls to the platform, implemented in src/lti. Both return JSON and may throw RegistrationRefused. */
interface RegistrationCalls {
  read(configurationUrl: string): Promise<unknown>
  /** `platformId` names the key set that we ask the platform to read. */
  register(registrationUrl: string, platformId: number): Promise<unknown>
}

type RegistrationChecked = { ok: true } | Refused<'invitation_invalid' | 'configuration_address_invalid'>
type PlatformRegistered = { ok: true; issuer: string } | RegistrationRefusal

/** Checks a registration link. Neither uses the invitation nor calls the platform. */
export const checkRegistration = async (
  app: Needs<'addressFault' | 'clock' | 'db'>,
  { invite, configurationUrl }: RegistrationLink,
): Promise<RegistrationChecked> => {
  if (!(await findInvitation(app, invite))) return refuse('invitation_invalid')
  return app.addressFault(configurationUrl) ? refuse('configuration_address_invalid') : { ok: true }
}

/**
 * Registers a platform by invitation (LTI Dynamic Registration). Claims the invitation before calling the platform, so
 * one link registers once; a failure releases it. The platform stays inactive until staff activate it.
 */
export const registerPlatform = async (
  app: Needs<'addressFault' | 'clock' | 'db' | 'isOwn'>,
  link: RegistrationLink,
  calls: RegistrationCalls,
): Promise<PlatformRegistered> => {
  const checked = await checkRegistration(app, link)
  if (!checked.ok) return checked
  const now = app.clock.now()
  const claimed = await claimInvite(app.db, sha256(link.invite), now)
  if (!claimed) return refuse('invitation_invalid')
  try {
    const { configurationUrl } = link
    const configuration = readConfiguration(await calls.read(configurationUrl), configurationUrl, app)
    const id = await reservePlatformId(app.db)
    const registered = readRegistered(await calls.register(configuration.registrationUrl, id))
    await save(app, { id, configuration, registered, invite: claimed, now })
    return { ok: true, issuer: configuration.issuer }
  } catch (error) {
    await releaseInvite(app.db, claimed.id)
    if (error instanceof RegistrationRefused) return error.refusal
    throw error
  }
}

interface Saved {
  id: number
  configuration: PlatformConfiguration
  registered: Registered
  invite: Invite
  now: Date
}

const save = (app: Needs<'db'>, { id, configuration, registered, invite, now }: Saved): Promise<void> =>
  inTransaction(app.db, async tx => {
    const { registrationUrl: _, name: __, ...addresses } = configuration
    const { clientId, deploymentId } = registered
    const added = await addPlatform(
      tx,
      {
        ...addresses,
        id,
        hasOwnKeys: true,
        clientId,
        domain: new URL(configuration.issuer).host,
        isActive: false,
        approvesFirst: deploymentId === null && !isSharedIssuer(configuration.issuer),
      },
      'outsider',
    )
    if (!added.ok)
      throw new RegistrationRefused({
        reason: added.reason === 'platform_exists' ? 'platform_registered' : added.reason,
      })
    const { platform } = added
    await saveInvitePlatform(tx, invite.id, platform.id)
    const line = { actor: 'system', action: 'register-platform', subjectKind: 'platform' } as const
    await saveAudit(
      tx,
      { ...line, subjectId: platform.id, after: { issuer: platform.issuer, clientId, inviteId: invite.id } },
      now,
    )
    if (deploymentId === null) return
    const schoolId = await insertSchool(tx, invite.note, platform.domain)
    await approveDeployments(tx, { platformId: platform.id, ids: [deploymentId], schoolId, now })
    const created = { actor: 'system', action: 'create-school', subjectKind: 'school' } as const
    await saveAudit(tx, { ...created, subjectId: schoolId, after: { name: invite.note, deploymentId } }, now)
  })

/** Deletes expired nonces, and expired invites that registered no platform. */
export const deleteUsedInvites = async ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> => {
  const now = clock.now()
  await deleteNoncesBefore(db, now)
  await deleteInvitesBefore(db, now)
}

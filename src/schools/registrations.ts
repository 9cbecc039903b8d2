import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { mintSecret, sha256 } from '#src/core/crypto.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { DAY_MS } from '#src/core/rules/time.ts'
import { addPlatform } from './platforms.ts'
import type { Platform, PlatformPreset } from './rules/platform.ts'
import { isSharedHost, isSharedIssuer, platformDomain } from './rules/platform-presets.ts'
import {
  type PlatformConfiguration,
  type RegistrationRefusal,
  RegistrationRefused,
  readConfiguration,
  readRegistered,
} from './rules/registration.ts'
import { deleteNoncesBefore } from './store/credentials.ts'
import { approveDeployments } from './store/deployments.ts'
import { reservePlatformId, saveKeyId } from './store/platforms.ts'
import {
  claimInvite,
  deleteInvite,
  deleteInvitesBefore,
  findInvite,
  type Invite,
  listWaitingInvites,
  releaseInvite,
  saveInvite,
  saveInvitePlatform,
  type WaitingInvite,
} from './store/registrations.ts'
import { insertSchool } from './store/schools.ts'

export { isUnconfirmed, type WaitingInvite } from './store/registrations.ts'

const TTL_MS = 7 * DAY_MS

type RegistrationInvited =
  | { ok: true; id: number; invite: string; expiresAt: Date }
  | Refused<'school_required' | 'invalid_host'>

/**
 * Creates a link with which one LMS can register itself once, within a week. The secret is returned only here. `note`
 * names the school. `host`: an LMS at this host is switched on as soon as it registers, so that no link stops working.
 */
export const inviteRegistration = async (
  app: Needs<'clock' | 'db'>,
  note: string,
  by: Staff,
  host = '',
): Promise<RegistrationInvited> => {
  demand(by, 'manage')
  if (note.trim() === '') return refuse('school_required')
  const switchOnHost = host.trim() === '' ? null : platformDomain(host)
  if (host.trim() !== '' && (switchOnHost === null || isSharedHost(switchOnHost))) return refuse('invalid_host')
  const now = app.clock.now()
  const invite = mintSecret()
  const expiresAt = new Date(now.getTime() + TTL_MS)
  return inTransaction(app.db, async tx => {
    const id = (await saveInvite(tx, sha256(invite), note, switchOnHost, by.id, now, expiresAt))!
    const after = switchOnHost === null ? null : { switchOnHost }
    await recordAudit(tx, { by, action: 'invite-registration', subject: { kind: 'platform', key: note }, after, now })
    return { ok: true, id, invite, expiresAt }
  })
}

export const listInvitations = (app: Needs<'clock' | 'db'>, by: Staff): Promise<WaitingInvite[]> => {
  demand(by, 'manage')
  return listWaitingInvites(app.db, app.clock.now())
}

export const revokeInvitation = async (
  app: Needs<'clock' | 'db'>,
  id: number,
  by: Staff,
): Promise<{ ok: true; note: string } | Refused<'invitation_used'>> => {
  demand(by, 'manage')
  const now = app.clock.now()
  return inTransaction(app.db, async tx => {
    const invite = await deleteInvite(tx, id)
    if (!invite) return refuse('invitation_used')
    const subject = { kind: 'platform', key: invite.note } as const
    await recordAudit(tx, { by, action: 'revoke-registration', subject, now })
    return { ok: true, note: invite.note }
  })
}

/** Finds an unused, unexpired invitation without using it. */
export const findInvitation = (
  app: Needs<'clock' | 'db'>,
  invite: string,
): Promise<(Invite & { expiresAt: Date }) | null> => findInvite(app.db, sha256(invite), app.clock.now())

/** Parameters that the LMS adds to our registration link. */
interface RegistrationLink {
  invite: string
  configurationUrl: string
  /** Address of the administrator, as they typed it. May be empty. */
  email: string
}

/** HTTP calls to the platform, implemented in src/lti. Both return JSON and may throw RegistrationRefused. */
interface RegistrationCalls {
  read(configurationUrl: string): Promise<unknown>
  /** `platformId` names the key set that we ask the platform to read. */
  register(registrationUrl: string, preset: PlatformPreset, platformId: number): Promise<unknown>
}

type RegistrationChecked = { ok: true } | Refused<'invitation_invalid' | 'configuration_address_invalid'>

/** `known`: the same client was registered before and is on, so nothing changes. */
type PlatformRegistered =
  | { ok: true; issuer: string; state: 'on' | 'waits' | 'known'; administratorEmail: string | null }
  | RegistrationRefusal

/** Checks a registration link. Neither uses the invitation nor calls the platform. */
export const checkRegistration = async (
  app: Needs<'addressFault' | 'clock' | 'db'>,
  { invite, configurationUrl }: Omit<RegistrationLink, 'email'>,
): Promise<RegistrationChecked> => {
  if (!(await findInvitation(app, invite))) return refuse('invitation_invalid')
  return app.addressFault(configurationUrl) ? refuse('configuration_address_invalid') : { ok: true }
}

/**
 * Registers a platform by invitation (LTI Dynamic Registration). Claims the invitation before calling the platform, so
 * one link registers once; a failure releases it. The platform stays inactive until staff activate it, unless they
 * approved its host in advance.
 */
export const registerPlatform = async (
  app: Needs<'addressFault' | 'clock' | 'db' | 'isOwn' | 'jobs'>,
  link: RegistrationLink,
  calls: RegistrationCalls,
): Promise<PlatformRegistered> => {
  const checked = await checkRegistration(app, link)
  if (!checked.ok) return checked
  const administratorEmail = cleanEmail(link.email)
  if (link.email.trim() !== '' && administratorEmail === null) return refuse('email_malformed')
  const now = app.clock.now()
  const claimed = await claimInvite(app.db, sha256(link.invite), now)
  if (!claimed) return refuse('invitation_invalid')
  try {
    const { configurationUrl } = link
    const configuration = readConfiguration(await calls.read(configurationUrl), configurationUrl, app)
    const id = await reservePlatformId(app.db)
    const registered = readRegistered(await calls.register(configuration.registrationUrl, configuration.preset, id))
    const { issuer } = configuration
    const isOn = claimed.switchOnHost === new URL(issuer).host
    const platform = { ...configuration, id, clientId: registered.clientId, isActive: isOn }
    const saved = await save(app, platform, registered.deploymentId, { ...claimed, administratorEmail }, now)
    if (saved.ok) return { ok: true, issuer, state: isOn ? 'on' : 'waits', administratorEmail }
    await releaseInvite(app.db, claimed.id)
    if (saved.reason === 'client_id_taken') return refuse(saved.reason)
    // The LMS was told an address of keys that belongs to no platform yet.
    const isKnownOn = await saveKeyId(app.db, issuer, platform.clientId, id)
    // The address that was typed is not kept, so no mail is promised.
    return { ok: true, issuer, state: isKnownOn ? 'known' : 'waits', administratorEmail: null }
  } catch (error) {
    await releaseInvite(app.db, claimed.id)
    if (error instanceof RegistrationRefused) return error.refusal
    throw error
  }
}

const save = (
  app: Needs<'db' | 'jobs'>,
  { registrationUrl: _, ...given }: PlatformConfiguration & Pick<Platform, 'id' | 'clientId' | 'isActive'>,
  deploymentId: string | null,
  invite: Invite & { administratorEmail: string | null },
  now: Date,
): Promise<{ ok: true } | Refused<'platform_exists' | 'client_id_taken'>> =>
  inTransaction(app.db, async tx => {
    const { issuer, clientId, isActive } = given
    const domain = new URL(issuer).host
    const approvesFirst = deploymentId === null && !isSharedIssuer(issuer)
    const added = await addPlatform(tx, { ...given, hasOwnKeys: true, domain, approvesFirst }, 'outsider')
    if (!added.ok) return added
    const { platform } = added
    await saveInvitePlatform(tx, invite.id, platform.id, invite.administratorEmail)
    await app.jobs.send(tx, 'tell-of-registration', { platformId: platform.id })
    const line = { actor: 'system', action: 'register-platform', subjectKind: 'platform' } as const
    const after = { issuer, clientId, inviteId: invite.id, isActive }
    await saveAudit(tx, { ...line, subjectId: platform.id, after }, now)
    if (deploymentId === null) return { ok: true }
    const schoolId = await insertSchool(tx, invite.note, platform.domain)
    await approveDeployments(tx, { platformId: platform.id, schoolId }, [deploymentId], now)
    const created = { actor: 'system', action: 'create-school', subjectKind: 'school' } as const
    await saveAudit(tx, { ...created, subjectId: schoolId, after: { name: invite.note, deploymentId } }, now)
    return { ok: true }
  })

/** Deletes expired nonces, and expired invites that registered no platform. */
export const deleteUsedInvites = async ({ db, clock }: Needs<'clock' | 'db'>): Promise<void> => {
  const now = clock.now()
  await deleteNoncesBefore(db, now)
  await deleteInvitesBefore(db, now)
}

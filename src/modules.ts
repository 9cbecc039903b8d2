import { join } from 'node:path'
import { type Access, makeAccess } from './access/index.ts'
import { type CanvasModule, makeCanvas } from './canvas/index.ts'
import type { Canvas } from './canvas/rules/canvas-port.ts'
import { type ClipStorage, type Clips, findPrograms, makeClips } from './clips/index.ts'
import { type Codes, makeCodes } from './codes/index.ts'
import type { Config } from './config.ts'
import { deleteOldCalls } from './core/claims/provider-call.ts'
import type { Clock } from './core/clock.ts'
import { makeFingerprint, makeSigner, makeVault, type Vault } from './core/crypto.ts'
import type { Database } from './core/db/db.ts'
import type { JobHandlers } from './core/jobs/kinds.ts'
import { makeJobs } from './core/jobs/queue.ts'
import { makeLimitHash } from './core/limits/limit-hash.ts'
import { deleteExpiredLimits } from './core/limits/limits.ts'
import type { Log } from './core/log.ts'
import { makeHttpClient } from './core/outbound/outbound.ts'
import { addressFault } from './core/outbound/public-address.ts'
import { type Courses, makeCourses } from './courses/index.ts'
import { type Fingerspelling, makeFingerspelling } from './fingerspelling/index.ts'
import { type Lti, makeLmsServices, makeLti } from './lti/index.ts'
import { type MailGateway, type Messages, makeChat, makeMessages, type SmsGateway } from './messages/index.ts'
import { type Card, makePayments, makePriceCheck, type Payments } from './payments/index.ts'
import { makePrivacy, type Privacy } from './privacy/index.ts'
import { makeReports, type Reports } from './reports/index.ts'
import { makeSchools, type Schools } from './schools/index.ts'
import { makeSetup, type Setup, type SetupConfig } from './setup/index.ts'
import { type CaptchaGateway, makeSignUp, type SignUp } from './sign-up/index.ts'
import { makeSignedHelp, type SignedHelp } from './signed-help/index.ts'
import type { HelpClip } from './signed-help/rules/help-clip.ts'
import type { HelpSlot } from './signed-help/rules/help-slots.ts'
import { makeSigns, type Signs, type VideoHost } from './signs/index.ts'
import { makeAccessTokens, makeStaff, type StaffModule } from './staff/index.ts'

/** The functions of the product, by module. Screens, JSON calls, launches, webhooks and jobs all call these functions. */
export interface Modules {
  signedHelp: SignedHelp
  messages: Messages
  schools: Schools
  courses: Courses
  access: Access
  codes: Codes
  payments: Payments
  signs: Signs
  clips: Clips
  fingerspelling: Fingerspelling
  lti: Lti
  signUp: SignUp
  canvas: CanvasModule
  privacy: Privacy
  reports: Reports
  staff: StaffModule
  setup: Setup
}

/** Adapters to the services outside. */
export interface Gateways {
  canvas: Canvas | null
  mail: MailGateway
  sms: SmsGateway
  captcha: CaptchaGateway
  card: Card | null
  video: VideoHost | null
  clipStorage: ClipStorage
}

interface ModuleOptions {
  config: Config & { appSecret: string }
  db: Database
  clock: Clock
  log: Log
  termsVersion: string
  /** Clips of signed help that this server shows. */
  helpClips: ReadonlyMap<HelpSlot, HelpClip>
  gateways: Gateways
  /** Encrypts the secrets of consumers. */
  secrets: Vault
  /** Refuse to call plain http and private addresses that outsiders name. */
  publicOnly: boolean
  /** The settings in use, with the practice services of demo mode. */
  inUse: SetupConfig
  isDatabaseReady(db: Database): Promise<boolean>
}

/** Wires the modules, lower ones first: each gets only what it uses. */
export const makeModules = (options: ModuleOptions) => {
  const { config, db, clock, log, termsVersion, helpClips, gateways, secrets, publicOnly } = options
  const { appSecret, previousAppSecret, businessTimezone: timezone, publicUrl, live, hostedConsumerPrefix } = config
  const jobs = makeJobs(db, log, timezone)
  const base = { db, clock, jobs, log }
  const appSecrets = { appSecret, previousAppSecret }
  const vault = makeVault(appSecrets, 'waiting')
  const fingerprint = makeFingerprint(appSecret)
  const limitHash = makeLimitHash(appSecret)
  const supportEmail = config.support.email
  const { card } = gateways

  const signedHelp = makeSignedHelp({ db, clock, timezone, clips: helpClips })
  const messages = makeMessages({
    ...{ ...base, mail: gateways.mail, vault, timezone, supportEmail, publicUrl },
    hasSignedHelp: slot => signedHelp.clips.has(slot),
    countSeen: signedHelp.countSeen,
  })
  const schools = makeSchools({
    ...base,
    secrets,
    keyVault: makeVault(appSecrets, 'tool keys'),
    seatLinks: makeSigner(appSecrets, 'seat link'),
    addressFault: address => addressFault(address, { publicOnly }),
    hostedConsumerPrefix,
  })
  const courses = makeCourses({ ...base, checkPrice: makePriceCheck({ card, live }), timezone, hostedConsumerPrefix })
  const disputeTakesAccess = card?.settings.disputeTakesAccess ?? false
  const access = makeAccess({ ...base, termsVersion, disputeTakesAccess })
  const codes = makeCodes({ ...base, access, fingerprint, limitHash, termsVersion, timezone })
  const payments = makePayments({ ...base, access, card, live, publicUrl, termsVersion })
  const signs = makeSigns({ ...base, video: gateways.video, supportEmail })
  const clips = makeClips({
    ...base,
    storage: gateways.clipStorage,
    findHelpFile: signedHelp.findFile,
    workFolder: join(config.dataDir, 'clips-work'),
    ffmpeg: findPrograms({ packages: config.demo }),
    timezone,
  })
  const fingerspelling = makeFingerspelling({ db, clock })
  const lms = makeLmsServices({
    db,
    clock,
    vault: secrets,
    outbound: makeHttpClient({ service: 'lms', publicOnly }),
    publicUrl,
    signingKey: schools.signingKey,
  })
  const lti = makeLti({ ...base, ...lms, timezone })
  const signUp = makeSignUp({
    ...base,
    captcha: gateways.captcha,
    vault,
    fingerprint,
    limitHash,
    makePlatformUser: gateways.canvas && ((tx, given) => jobs.send(tx, 'canvas-user', given)),
    chat: makeChat(config.chat),
    supportEmail,
    hostedConsumerPrefix,
  })
  const { migrationPollSeconds } = config
  const canvas = makeCanvas({ ...base, canvas: gateways.canvas, vault, migrationPollSeconds })
  const privacy = makePrivacy({ ...base, fingerprint, retention: config.retention })
  const reports = makeReports({ db, clock, timezone })
  const staff = makeStaff({
    ...base,
    access,
    codes,
    accessTokens: makeAccessTokens(appSecret),
    captcha: gateways.captcha,
    mail: gateways.mail,
    sms: gateways.sms,
    fingerprint,
    limitHash,
    flashVault: makeVault(appSecrets, 'flash'),
    publicUrl,
    supportEmail,
    timezone,
  })
  const { inUse, isDatabaseReady } = options
  const setup = makeSetup({ ...base, config: inUse, mail: gateways.mail, isDatabaseReady })
  const people = { access, codes, payments, lti, signUp, canvas, privacy, reports, staff, setup }
  const modules: Modules = { signedHelp, messages, schools, courses, signs, clips, fingerspelling, ...people }
  return { modules, jobs }
}

/** Deletes the expired rows of every module. Idempotent: nothing reads them after their expiry. */
export const deleteExpired = async (m: Modules, { db, clock }: { db: Database; clock: Clock }): Promise<void> => {
  const { retention } = m.privacy
  for (const owner of [m.schools, m.access, m.signUp, m.staff]) await owner.deleteExpired()
  await m.codes.deleteExpired(retention.attempts)
  await m.lti.deleteExpired(retention.diary)
  await deleteExpiredLimits(db, clock.now())
  await deleteOldCalls(db, clock.now())
}

/** Maps each kind of job to the function that does it. */
export const jobHandlers = (m: Modules, core: { db: Database; clock: Clock }): JobHandlers => ({
  mail: ({ messageId }) => m.messages.sendMessage(messageId),
  'bulk-mail': ({ messageId }) => m.messages.sendMessage(messageId),
  'close-checkouts': data => m.payments.closeCheckouts(data),
  'move-access-ends': async ({ mayShorten, ...scope }) => void (await m.access.moveAccessEnds(scope, mayShorten)),
  'check-checkouts': () => m.payments.checkCheckouts(),
  reconcile: async ({ actor = 'system' }) => void (await m.payments.reconcile(actor)),
  async purge() {
    await deleteExpired(m, core)
    await m.schools.rotateToolKeys()
  },
  'waiting-courses': async () => {
    await m.courses.markActivatedCourses()
    await m.staff.notifyWaitingCourses()
  },
  async daily() {
    await m.access.endExpiredAccess()
    await m.access.remindOfAccessEnd()
    await m.lti.sendMissedGrades()
    await m.messages.deleteExpired(m.privacy.retention)
    await m.clips.deleteExpired(m.privacy.retention.clips)
    await m.privacy.deleteExpired()
  },
  'sign-in-code': request => m.staff.sendSignInCode(request),
  'process-clip': ({ clipId }) => m.clips.processClip(clipId),
  'remove-clip-files': ({ names }) => m.clips.removeClipFiles(names),
  'tidy-clips': () => m.clips.tidyClips(),
  'count-days': async () => {
    await m.reports.countDays()
    await m.reports.saveAnswerTimes()
    await m.signedHelp.saveSeen()
  },
  'erase-school': ({ erasureId }) => m.privacy.continueSchoolErasure(erasureId),
  'canvas-user': (given, failures) => m.canvas.createCanvasUser(given, failures),
  'canvas-enrollment': ({ entitlementId }) => m.canvas.syncCanvasEnrollment(entitlementId),
  grade: ({ targetId }) => m.lti.sendGrade(targetId),
})

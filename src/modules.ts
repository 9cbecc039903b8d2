import { join } from 'node:path'
import type { Canvas } from './canvas/rules/canvas-port.ts'
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
import type { HelpClip } from './signed-help/rules/help-clip.ts'
import type { HelpSlot } from './signed-help/rules/help-slots.ts'
import { deleteUsedInvites } from "./schools/delete-expired.ts";
import { deleteCodeAttempts } from "./codes/delete-expired.ts";
import { deleteExpiredLaunches } from "./lti/delete-expired.ts";
import { sendMessage } from "./messages/send-message.ts";
import { closeCheckouts } from "./payments/close-checkouts.ts";
import { moveAccessEnds } from "./access/move-access-ends.ts";
import { checkCheckouts } from "./payments/check-checkouts.ts";
import { reconcile } from "./payments/reconcile.ts";
import { rotateToolKeys } from "./schools/tool-keys.ts";
import { markActivatedCourses } from "./courses/mark-activated-courses.ts";
import { notifyWaitingCourses } from "./staff/notify-waiting-courses.ts";
import { endExpiredAccess } from "./access/end-access.ts";
import { remindOfAccessEnd } from "./access/remind-of-access-end.ts";
import { sendMissedGrades } from "./lti/send-grades.ts";
import { deleteOldMessages } from "./messages/delete-expired.ts";
import { deleteOldClips } from "./clips/tidy-clips.ts";
import { eraseInactivePeople } from "./privacy/delete-expired.ts";
import { sendSignInCode } from "./staff/send-sign-in-code.ts";
import { processClip } from "./clips/process-clip.ts";
import { removeClipFiles } from "./clips/tidy-clips.ts";
import { tidyClips } from "./clips/tidy-clips.ts";
import { countDays } from "./reports/count-days.ts";
import { saveOutsideTimes } from "./reports/read-reports.ts";
import { continueSchoolErasure } from "./privacy/erase-school.ts";
import { createCanvasUser } from "./canvas/create-canvas-user.ts";
import { syncCanvasEnrollment } from "./canvas/sync-canvas-enrollment.ts";
import { sendGrade } from "./lti/send-grades.ts";
import { signingKey } from "./schools/tool-keys.ts";
import { type Access, makeAccess } from "./access/index.ts";
import { type CanvasModule, makeCanvas } from "./canvas/index.ts";
import { type ClipStorage } from "./clips/storage/storage.ts";
import { type Clips, makeClips } from "./clips/index.ts";
import { findPrograms } from "./clips/ffmpeg/find-programs.ts";
import { type Codes, makeCodes } from "./codes/index.ts";
import { type Courses, makeCourses } from "./courses/index.ts";
import { type Fingerspelling, makeFingerspelling } from "./fingerspelling/index.ts";
import { type Lti, makeLti } from "./lti/index.ts";
import { makeLmsServices } from "./lti/services.ts";
import { type MailGateway } from "./messages/mail.ts";
import { type Messages, makeMessages } from "./messages/index.ts";
import { makeChat } from "./messages/chat.ts";
import { type SmsGateway } from "./messages/sms.ts";
import { type Card } from "./payments/deps.ts";
import { makePayments, type Payments } from "./payments/index.ts";
import { makePriceCheck } from "./payments/check-price.ts";
import { makePrivacy, type Privacy } from "./privacy/index.ts";
import { makeReports, type Reports } from "./reports/index.ts";
import { makeSchools, type Schools } from "./schools/index.ts";
import { makeSetup, type Setup } from "./setup/index.ts";
import { type SetupConfig } from "./setup/check-setup.ts";
import { type CaptchaGateway } from "./sign-up/captcha/make-captcha.ts";
import { makeSignUp, type SignUp } from "./sign-up/index.ts";
import { makeSignedHelp } from "./signed-help/index.ts";
import { type SignedHelp } from "./signed-help/signed-help.ts";
import { makeSigns, type Signs } from "./signs/index.ts";
import { type VideoHost } from "./signs/sproutvideo.ts";
import { makeAccessTokens } from "./staff/access-token.ts";
import { makeStaff, type StaffModule } from "./staff/index.ts";

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
    clipStorage: gateways.clipStorage,
    findHelpFile: signedHelp.findFile,
    clipsFolder: join(config.dataDir, 'clips-work'),
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
    signingKey: (...given: Rest<typeof signingKey>) => signingKey(app, ...given),
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
  for (const owner of [m.schools, m.access, m.signUp, m.staff]) await deleteUsedInvites(app)
  await deleteCodeAttempts(m.app, retention.attempts)
  await deleteExpiredLaunches(m.app, retention.diary)
  await deleteExpiredLimits(db, clock.now())
  await deleteOldCalls(db, clock.now())
}

/** Maps each kind of job to the function that does it. */
export const jobHandlers = (m: Modules, core: { db: Database; clock: Clock }): JobHandlers => ({
  mail: ({ messageId }) => sendMessage(m.app, messageId),
  'bulk-mail': ({ messageId }) => sendMessage(m.app, messageId),
  'close-checkouts': data => closeCheckouts(m.app, data),
  'move-access-ends': async ({ mayShorten, ...scope }) => void (await moveAccessEnds(m.app, scope, mayShorten)),
  'check-checkouts': () => checkCheckouts(m.app),
  reconcile: async ({ actor = 'system' }) => void (await reconcile(m.app, actor)),
  async purge() {
    await deleteExpired(m, core)
    await rotateToolKeys(m.app)
  },
  'waiting-courses': async () => {
    await markActivatedCourses(m.app)
    await notifyWaitingCourses(m.app)
  },
  async daily() {
    await endExpiredAccess(m.app)
    await remindOfAccessEnd(m.app)
    await sendMissedGrades(m.app)
    await deleteOldMessages(m.app, m.privacy.retention)
    await deleteOldClips(m.app, m.privacy.retention.clips)
    await eraseInactivePeople(m.app)
  },
  'sign-in-code': request => sendSignInCode(m.app, request),
  'process-clip': ({ clipId }) => processClip(m.app, stopping.signal, clipId),
  'remove-clip-files': ({ names }) => removeClipFiles(m.app, names),
  'tidy-clips': () => tidyClips(m.app),
  'count-days': async () => {
    await countDays(m.app)
    await saveOutsideTimes(m.app)
    await m.signedHelp.saveSeen()
  },
  'erase-school': ({ erasureId }) => continueSchoolErasure(m.app, erasureId),
  'canvas-user': (given, failures) => createCanvasUser(m.app, given, failures),
  'canvas-enrollment': ({ entitlementId }) => syncCanvasEnrollment(m.app, entitlementId),
  grade: ({ targetId }) => sendGrade(m.app, targetId),
})

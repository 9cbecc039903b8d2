import { moveAccessEnds, remindOfAccessEnd } from '../access/access-ends.ts'
import { endExpiredAccess } from '../access/entitlements.ts'
import { sendSignInCode } from '../accounts/sign-in-codes.ts'
import { createCanvasUser, syncCanvasEnrollment } from '../canvas/canvas-people.ts'
import type { App } from '../context.ts'
import type { JobHandlers } from '../core/jobs/kinds.ts'
import { hasMailWaiting } from '../core/jobs/queue.ts'
import { markActivatedCourses } from '../courses/waiting-courses.ts'
import { eraseInactivePeople } from '../desk/erasures.ts'
import { deleteExpired } from '../desk/expired-rows.ts'
import { tryMail } from '../desk/probes.ts'
import { countDays, saveOutsideTimes } from '../desk/reports.ts'
import { continueSchoolErasure } from '../desk/school-erasures.ts'
import { notifyRegistration, notifyWaitingCourses } from '../desk/waiting-work.ts'
import { watch } from '../desk/watch.ts'
import { carryPeople } from '../lti/carried-people.ts'
import { sendGrade, sendMissedGrades } from '../lti/grades.ts'
import { deleteOldMessages, sendMessage } from '../messages/messages.ts'
import { saveSeen } from '../messages/signed-help.ts'
import { checkCheckouts, closeCheckouts } from '../payments/checkout-checks.ts'
import { reconcile } from '../payments/reconciliations.ts'
import { rotateToolKeys } from '../schools/tool-keys.ts'
import { deleteOldClips, processClip, removeClipFiles } from '../signs/clips/processing.ts'

/** Maps each kind of job to the function that does it. */
export const jobHandlers = (app: App): JobHandlers => ({
  'code-mail': ({ messageId }) => sendMessage(app, messageId),
  mail: ({ messageId }) => sendMessage(app, messageId),
  'bulk-mail': ({ messageId }) => sendMessage(app, messageId),
  'close-checkouts': data => closeCheckouts(app, data),
  'move-access-ends': async ({ mayShorten, ...scope }) => void (await moveAccessEnds(app, scope, mayShorten)),
  'check-checkouts': () => checkCheckouts(app),
  async 'wake-mail'() {
    if ((await hasMailWaiting(app.db)) && (await tryMail(app.config.mail.smtpUrl)) === 'works')
      await app.jobs.wakeMail()
  },
  watch: () => watch(app),
  reconcile: async ({ actor = 'system' }) => void (await reconcile(app, actor)),
  async purge() {
    await deleteExpired(app)
    await rotateToolKeys(app)
  },
  'waiting-courses': async () => {
    await markActivatedCourses(app)
    await notifyWaitingCourses(app)
  },
  'tell-of-registration': ({ platformId }) => notifyRegistration(app, platformId),
  async daily() {
    await endExpiredAccess(app)
    await remindOfAccessEnd(app)
    await sendMissedGrades(app)
    await deleteOldMessages(app, app.retention)
    await deleteOldClips(app, app.retention.clips)
    await eraseInactivePeople(app)
  },
  'sign-in-code': request => sendSignInCode(app, request),
  'process-clip': ({ clipId }) => processClip(app, clipId),
  'remove-clip-files': ({ names }) => removeClipFiles(app, names),
  'count-days': async () => {
    await countDays(app)
    await saveOutsideTimes(app)
    await saveSeen(app)
  },
  'carry-people': ({ deploymentId }) => carryPeople(app, deploymentId),
  'erase-school': ({ erasureId }) => continueSchoolErasure(app, erasureId),
  'canvas-user': (given, failures) => createCanvasUser(app, given, failures),
  'canvas-enrollment': ({ entitlementId }) => syncCanvasEnrollment(app, entitlementId),
  grade: ({ targetId }) => sendGrade(app, targetId),
})

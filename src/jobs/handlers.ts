import type { Operations } from '../operations/index.ts'
import type { JobHandlers } from './queue.ts'

/** Maps each kind of job to the operation that does it. */
export const makeJobHandlers = (operations: Operations): JobHandlers => ({
  mail: ({ messageId }) => operations.sendMessage(messageId),
  'close-checkouts': data => operations.closeCheckouts(data),
  reconcile: ({ actor = 'system' }) => operations.reconcile(actor).then(() => {}),
  async purge() {
    await operations.purge()
    await operations.rotateToolKeys()
  },
  'waiting-courses': () => operations.tellWaitingCourses(),
  async daily() {
    await operations.endAccesses()
    await operations.remindOfEnd()
    await operations.sendMissedGrades()
  },
  'sign-in-code': request => operations.sendSignInCode(request),
  'canvas-user': (given, failures) => operations.makeCanvasUser(given, failures),
  'canvas-enrollment': ({ enrollmentId }) => operations.bringToCanvas(enrollmentId),
  grade: subject => operations.sendGrade(subject),
})

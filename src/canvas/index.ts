import { makePoller } from '#src/core/jobs/poller.ts'
import { createCanvasUser } from './create-canvas-user.ts'
import type { Deps } from './deps.ts'
import { findPlatformLogin, opensLater } from './find-canvas-login.ts'
import { findExistingLogin } from './find-existing-login.ts'
import { listBlueprints, listCourseContent } from './list-course-content.ts'
import { nextCanvasPoll, pollCanvasCourse } from './poll-canvas-course.ts'
import { startCopy } from './start-copy.ts'
import { syncCanvasEnrollment } from './sync-canvas-enrollment.ts'

export { connectCanvas } from './gateway/connect.ts'

export const makeCanvas = (deps: Deps) => {
  const poller = makePoller(
    {
      work: pollCanvasCourse(deps),
      next: nextCanvasPoll(deps),
      now: () => deps.clock.now(),
      longestMs: deps.migrationPollSeconds * 1000,
    },
    deps.log,
  )
  return {
    /** Reads the progress of content copies; started and stopped with the job queue. */
    poller,
    syncCanvasEnrollment: syncCanvasEnrollment(deps),
    createCanvasUser: createCanvasUser(deps),
    findExistingLogin: findExistingLogin(deps),
    listCourseContent: listCourseContent(deps),
    listBlueprints: listBlueprints(deps),
    startCopy: startCopy(deps),
    findPlatformLogin: findPlatformLogin(deps),
    opensLater: opensLater(deps),
    /** False: nobody is enrolled in hosted courses. */
    isSetUp: deps.canvas !== null,
    nextCanvasPoll: nextCanvasPoll(deps),
    pollCanvasCourse: pollCanvasCourse(deps),
  }
}

export type CanvasModule = ReturnType<typeof makeCanvas>

import { makePoller } from '#src/core/jobs/poller.ts'
import { createCanvasUser } from './create-canvas-user.ts'
import { findPlatformLogin, opensLater } from './find-canvas-login.ts'
import { findExistingLogin } from './find-existing-login.ts'
import { listBlueprints, listCourseContent } from './list-course-content.ts'
import { nextCanvasPoll, pollCanvasCourse } from './poll-canvas-course.ts'
import { startCopy } from './start-copy.ts'
import { syncCanvasEnrollment } from './sync-canvas-enrollment.ts'
import type { App } from "#src/context.ts";

export { connectCanvas } from './gateway/connect.ts'

export const makeCanvas = (app: App) => {
  const poller = makePoller(
    {
      work: pollCanvasCourse(app),
      next: nextCanvasPoll(app),
      now: () => app.clock.now(),
      longestMs: app.migrationPollSeconds * 1000,
    },
    app.log,
  )
  return {
    /** Reads the progress of content copies; started and stopped with the job queue. */
    poller,
    syncCanvasEnrollment: syncCanvasEnrollment(app),
    createCanvasUser: createCanvasUser(app),
    findExistingLogin: findExistingLogin(app),
    listCourseContent: listCourseContent(app),
    listBlueprints: listBlueprints(app),
    startCopy: startCopy(app),
    findPlatformLogin: findPlatformLogin(app),
    opensLater: opensLater(app),
    /** False: nobody is enrolled in hosted courses. */
    isSetUp: app.canvas !== null,
    nextCanvasPoll: nextCanvasPoll(app),
    pollCanvasCourse: pollCanvasCourse(app),
  }
}

export type CanvasModule = ReturnType<typeof makeCanvas>

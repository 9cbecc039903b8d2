import { IMPORT_BYTES } from '#src/codes/rules/code-import.ts'
import type { Clock } from '#src/core/clock.ts'
import type { Log } from '#src/core/log.ts'
import { mountCourseCalls } from '#src/courses/index.ts'
import { answerErrorsAsJson } from '#src/http/errors.ts'
import { acceptFileUpload } from '#src/http/file-upload.ts'
import type { JsonScope } from '#src/http/json-calls.ts'
import { mountCalls } from '#src/http/staff-calls.ts'
import { guardCalls, type StaffGuard } from '#src/http/staff-guard.ts'
import type { Modules } from '#src/modules.ts'
import { paths } from '#views/paths.ts'
import { mountStaffCalls } from '../routes.ts'
import { codeManagementCalls } from './code-desk.ts'
import { codeCalls } from './codes.ts'
import { mountContentEvents } from './content-events.ts'
import { courseCalls } from './courses.ts'
import { paymentCalls } from './payments.ts'
import { peopleCalls } from './people.ts'
import { platformCalls } from './platforms.ts'
import { schoolCalls } from './schools.ts'
import { videoCalls } from './video.ts'

interface StaffApiDeps {
  modules: Modules
  clock: Clock
  guard: StaffGuard
  publicUrl: string
  timezone: string
  log: Log
}

/** Mounts all staff calls. Every one requires a signed-in staff user. */
export const mountStaffApi = async (scope: JsonScope, deps: StaffApiDeps): Promise<void> => {
  const { modules, clock, guard, publicUrl, timezone, log } = deps
  answerErrorsAsJson(scope, { forStaff: true })
  guardCalls(scope, guard)
  await acceptFileUpload(scope, IMPORT_BYTES)
  const calls = [
    ...courseCalls,
    ...codeCalls,
    ...codeManagementCalls(timezone),
    ...peopleCalls,
    ...paymentCalls,
    ...schoolCalls,
    ...platformCalls(publicUrl),
    ...videoCalls,
  ]
  mountCalls(scope, calls, modules)
  mountContentEvents(scope, modules, log)
  mountStaffCalls(scope, { staff: modules.staff })
  mountCourseCalls(scope, { courses: modules.courses, clock })
  scope.get(paths.openapi, { schema: { hide: true } }, async () => scope.swagger())
}

import { mountAccessCalls } from '#src/access/index.ts'
import { mountCanvasCalls } from '#src/canvas/index.ts'
import { mountCodeCalls } from '#src/codes/index.ts'
import type { Clock } from '#src/core/clock.ts'
import type { Log } from '#src/core/log.ts'
import { mountCourseCalls } from '#src/courses/index.ts'
import { answerErrorsAsJson } from '#src/http/errors.ts'
import type { JsonScope } from '#src/http/json-calls.ts'
import { guardCalls, knowsSchools, type StaffGuard } from '#src/http/staff-guard.ts'
import type { Modules } from '#src/modules.ts'
import { mountPaymentCalls } from '#src/payments/index.ts'
import { mountPrivacyCalls } from '#src/privacy/index.ts'
import { mountSchoolCalls } from '#src/schools/index.ts'
import { mountVideoCalls } from '#src/signs/index.ts'
import { paths } from '#views/paths.ts'
import { mountAccountCalls } from './account-routes.ts'
import { mountStaffCalls } from './routes.ts'

interface StaffApiDeps {
  modules: Modules
  clock: Clock
  guard: StaffGuard
  publicUrl: string
  timezone: string
  log: Log
}

/** Mounts the staff calls of all modules. Every one requires a signed-in staff user. */
export const mountStaffApi = async (scope: JsonScope, deps: StaffApiDeps): Promise<void> => {
  const { modules, clock, guard, publicUrl, timezone, log } = deps
  answerErrorsAsJson(scope, { forStaff: true })
  guardCalls(scope, guard)
  const { viewEntitlement, checkEmail } = modules.staff
  mountStaffCalls(scope, { staff: modules.staff })
  mountAccountCalls(scope, { staff: modules.staff, guard })
  mountVideoCalls(scope, modules.signs)
  mountSchoolCalls(scope, { schools: modules.schools, publicUrl })
  mountAccessCalls(scope, { access: modules.access, viewEntitlement, checkEmail })
  mountPaymentCalls(scope, { payments: modules.payments })
  mountCourseCalls(scope, { courses: modules.courses, clock })
  mountCanvasCalls(scope, { canvas: modules.canvas, log })
  mountPrivacyCalls(scope, { privacy: modules.privacy })
  await mountCodeCalls(scope, { codes: modules.codes, timezone, viewEntitlement })
  scope.get(paths.openapi, { schema: { hide: true }, ...knowsSchools }, async () => scope.swagger())
}

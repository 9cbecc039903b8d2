import { mountAccessCalls } from '#src/access/index.ts'
import { mountCanvasCalls } from '#src/canvas/index.ts'
import { mountCodeCalls } from '#src/codes/index.ts'
import type { Clock } from '#src/core/clock.ts'
import type { Log } from '#src/core/log.ts'
import { mountCourseCalls } from '#src/courses/index.ts'
import { answerErrorsAsJson } from '#src/http/errors.ts'
import type { JsonScope } from '#src/http/json-calls.ts'
import { mountCalls } from '#src/http/staff-calls.ts'
import { guardCalls, type StaffGuard } from '#src/http/staff-guard.ts'
import type { Modules } from '#src/modules.ts'
import { mountPaymentCalls } from '#src/payments/index.ts'
import { mountSchoolCalls } from '#src/schools/index.ts'
import { mountVideoCalls } from '#src/signs/index.ts'
import { paths } from '#views/paths.ts'
import { mountAuditExport } from './audit.ts'
import { findCalls } from './find.ts'
import { mountStaffList } from './staff-list.ts'

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
  mountCalls(scope, findCalls, modules)
  mountAuditExport(scope, modules)
  mountStaffList(scope, modules.staff)
  mountVideoCalls(scope, modules.signs)
  mountSchoolCalls(scope, { schools: modules.schools, publicUrl })
  const { viewEntitlement, checkEmail } = modules.staff
  mountAccessCalls(scope, { access: modules.access, viewEntitlement, checkEmail })
  mountPaymentCalls(scope, { payments: modules.payments })
  mountCourseCalls(scope, { courses: modules.courses, clock })
  mountCanvasCalls(scope, { canvas: modules.canvas, log })
  await mountCodeCalls(scope, { codes: modules.codes, timezone, viewEntitlement })
  scope.get(paths.openapi, { schema: { hide: true } }, async () => scope.swagger())
}

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
import { paths } from '#views/paths.ts'
import { mountAuditExport } from './audit.ts'
import { findCalls } from './find.ts'
import { paymentCalls } from './payments.ts'
import { peopleCalls } from './people.ts'
import { platformCalls } from './platforms.ts'
import { schoolCalls } from './schools.ts'
import { mountStaffList } from './staff-list.ts'
import { videoCalls } from './video.ts'
import { wireStaffMembership } from './wire.ts'

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
  const calls = [
    ...peopleCalls,
    ...paymentCalls,
    ...schoolCalls,
    ...platformCalls(publicUrl),
    ...videoCalls,
    ...findCalls,
  ]
  mountCalls(scope, calls, modules)
  mountAuditExport(scope, modules)
  mountStaffList(scope, modules.staff)
  mountCourseCalls(scope, { courses: modules.courses, clock })
  mountCanvasCalls(scope, { canvas: modules.canvas, log })
  await mountCodeCalls(scope, {
    codes: modules.codes,
    timezone,
    async viewMembership(token, by) {
      const view = await modules.staff.viewEntitlement(token, by, 'membership')
      return view && wireStaffMembership(view)
    },
  })
  scope.get(paths.openapi, { schema: { hide: true } }, async () => scope.swagger())
}

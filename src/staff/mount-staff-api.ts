import { mountClipCalls } from '#src/clips/routes.ts'
import { mountCodeCalls } from '#src/codes/routes.ts'
import type { App } from '#src/context.ts'
import { mountCourseCalls } from '#src/courses/routes.ts'
import { answerErrorsAsJson } from '#src/http/errors.ts'
import type { JsonScope } from '#src/http/json-calls.ts'
import { guardCalls, knowsSchools, type StaffGuard } from '#src/http/staff-guard.ts'
import { mountPrivacyCalls } from '#src/privacy/routes.ts'
import { mountSchoolCalls } from '#src/schools/routes.ts'
import { mountVideoCalls } from '#src/signs/routes.ts'
import { paths } from '#views/paths.ts'
import { mountAccountCalls } from './account-routes.ts'
import { mountEntitlementCalls } from './entitlement-routes.ts'
import { mountStaffCalls } from './routes.ts'

/** Mounts the staff calls of all modules. Every one requires a signed-in staff user. */
export const mountStaffApi = async (scope: JsonScope, app: App, guard: StaffGuard): Promise<void> => {
  answerErrorsAsJson(scope, { forStaff: true })
  guardCalls(scope, guard)
  mountStaffCalls(scope, app)
  mountAccountCalls(scope, app, guard)
  mountVideoCalls(scope, app)
  mountSchoolCalls(scope, app)
  mountEntitlementCalls(scope, app)
  mountCourseCalls(scope, app)
  await mountClipCalls(scope, app)
  mountPrivacyCalls(scope, app)
  await mountCodeCalls(scope, app)
  scope.get(paths.openapi, { schema: { hide: true }, ...knowsSchools }, async () => scope.swagger())
}

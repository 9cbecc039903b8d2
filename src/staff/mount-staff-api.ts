import type { Clock } from '#src/core/clock.ts'
import { answerErrorsAsJson } from '#src/http/errors.ts'
import type { JsonScope } from '#src/http/json-calls.ts'
import { guardCalls, knowsSchools, type StaffGuard } from '#src/http/staff-guard.ts'
import { paths } from '#views/paths.ts'
import { mountAccountCalls } from './account-routes.ts'
import { mountStaffCalls } from './routes.ts'
import { type Access } from "#src/access/index.ts";
import { mountAccessCalls } from "#src/access/routes.ts";
import { type Clips } from "#src/clips/index.ts";
import { mountClipCalls } from "#src/clips/routes.ts";
import { type Codes } from "#src/codes/index.ts";
import { mountCodeCalls } from "#src/codes/routes.ts";
import { type Courses } from "#src/courses/index.ts";
import { mountCourseCalls } from "#src/courses/routes.ts";
import { mountPrivacyCalls } from "#src/privacy/routes.ts";
import { type Privacy } from "#src/privacy/index.ts";
import { mountSchoolCalls } from "#src/schools/routes.ts";
import { type Schools } from "#src/schools/index.ts";
import { mountVideoCalls } from "#src/signs/routes.ts";
import { type Signs } from "#src/signs/index.ts";
import type { StaffModule } from "./index.ts";

interface StaffApiDeps {
  access: Access
  clips: Clips
  codes: Codes
  courses: Courses
  privacy: Privacy
  schools: Schools
  signs: Signs
  staff: StaffModule
  clock: Clock
  guard: StaffGuard
  timezone: string
}

/** Mounts the staff calls of all modules. Every one requires a signed-in staff user. */
export const mountStaffApi = async (scope: JsonScope, deps: StaffApiDeps): Promise<void> => {
  const { staff, signs, clock, guard, timezone } = deps
  answerErrorsAsJson(scope, { forStaff: true })
  guardCalls(scope, guard)
  const { viewEntitlement, checkEmail } = staff
  mountStaffCalls(scope, { staff })
  mountAccountCalls(scope, { staff, guard })
  mountVideoCalls(scope, signs)
  mountSchoolCalls(scope, { schools: deps.schools })
  mountAccessCalls(scope, { access: deps.access, viewEntitlement, checkEmail })
  mountCourseCalls(scope, { courses: deps.courses, clock })
  await mountClipCalls(scope, { clips: deps.clips })
  mountPrivacyCalls(scope, { privacy: deps.privacy })
  await mountCodeCalls(scope, { codes: deps.codes, timezone, viewEntitlement })
  scope.get(paths.openapi, { schema: { hide: true }, ...knowsSchools }, async () => scope.swagger())
}

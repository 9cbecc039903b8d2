import { mountCodeCalls } from '#src/access/code-routes.ts'
import { listStaff } from '#src/accounts/staff.ts'
import { mountAccountCalls } from '#src/accounts/staff-routes.ts'
import type { App, Needs } from '#src/context.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { mountCourseCalls } from '#src/courses/routes.ts'
import { courseRefusals } from '#src/courses/rules/activation.ts'
import { answerErrorsAsJson } from '#src/http/errors.ts'
import { sendZipFile } from '#src/http/files.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { guardCalls, knowsSchools, type StaffGuard } from '#src/http/staff-guard.ts'
import { makeCourseCartridge, makeSchoolCartridge } from '#src/lti/deep-links.ts'
import { mountSchoolCalls } from '#src/schools/routes.ts'
import { schoolRefusals } from '#src/schools/rules/school-facts.ts'
import { mountClipCalls } from '#src/signs/clips/routes.ts'
import { mountVideoCalls } from '#src/signs/routes.ts'
import { paths } from '#views/paths.ts'
import * as contract from './contract.ts'
import { mountEntitlementCalls } from './entitlement-routes.ts'
import { exportPerson, exportSchool } from './personal-data.ts'
import { erasureRefusals, schoolErasureRefusals } from './rules/erasures.ts'

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
  mountCartridgeCalls(scope, app)
  await mountCodeCalls(scope, app)
  scope.get(paths.openapi, { schema: { hide: true }, ...knowsSchools }, async () => scope.swagger())
}

/** Mounts the call about staff. The scope requires a signed-in staff user. */
const mountStaffCalls = (scope: JsonScope, app: Needs<'db'>): void => {
  scope.get('/api/users', { schema: contract.listStaffCall }, async () => ({
    users: (await listStaff(app.db)).map(contract.toWireStaffUser),
  }))
}

const refused = makeRefuser(contract.deskStatus, { ...erasureRefusals, ...schoolErasureRefusals })

/** Mounts the downloads of personal data. The scope requires a signed-in staff user. */
const mountPrivacyCalls = (scope: JsonScope, app: Needs<'clock' | 'db'>): void => {
  scope.get(paths.exportPerson, { schema: contract.exportPersonCall }, async ({ params, staff: by }, reply) => {
    const content = await exportPerson(app, params.id, by!)
    return content ? sendZipFile(reply, `person-${params.id}`, content) : refused(reply, refuse('person_not_found'))
  })

  scope.get(paths.exportSchool, { schema: contract.exportSchoolCall }, async ({ params, staff: by }, reply) => {
    const content = await exportSchool(app, params.id, by!)
    return content ? sendZipFile(reply, `school-${params.id}`, content) : refused(reply, refuse('school_not_found'))
  })
}

const { course_not_found } = courseRefusals
const { school_not_found } = schoolRefusals
const notFound = makeRefuser({ course_not_found: 404, school_not_found: 404 }, { course_not_found, school_not_found })

/** Mounts the downloads of links that an LMS imports. The scope requires a signed-in staff user. */
const mountCartridgeCalls = (scope: JsonScope, app: Needs<'db' | 'publicUrl'>): void => {
  const course = { schema: contract.courseCartridgeCall, ...knowsSchools }
  scope.get(paths.courseCartridge, course, async ({ params, staff: by }, reply) => {
    const content = await makeCourseCartridge(app, params.id, by!)
    return content
      ? sendZipFile(reply, `signbook-course-${params.id}`, content, 'imscc')
      : notFound(reply, refuse('course_not_found'))
  })

  const school = { schema: contract.schoolCartridgeCall, ...knowsSchools }
  scope.get(paths.schoolCartridge, school, async ({ params, staff: by }, reply) => {
    const content = await makeSchoolCartridge(app, params.id, by!)
    return content
      ? sendZipFile(reply, `signbook-school-${params.id}`, content, 'imscc')
      : notFound(reply, refuse('school_not_found'))
  })
}

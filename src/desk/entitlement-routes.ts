import type { FastifyReply } from 'fastify'
import { activateCourseCall, staffCodeStatus } from '#src/access/code-contract.ts'
import * as contract from '#src/access/contract.ts'
import { type SetProcessed, setProcessed } from '#src/access/people.ts'
import { activationRefusals, emailRefusals } from '#src/access/rules/access-refusals.ts'
import { accessRefusals, processRefusals } from '#src/access/texts/access-refusals.ts'
import { activateByToken } from '#src/access/token-activations.ts'
import type { Needs } from '#src/context.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { choicesFromJson } from '#src/courses/rules/course-settings.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { knowsSchools } from '#src/http/staff-guard.ts'
import { checkEmail, viewEntitlement } from './person-records.ts'

const refused = makeRefuser(contract.accessStatus, accessRefusals)
const processRefused = makeRefuser(contract.accessStatus, processRefusals)
const noneByEmail = makeRefuser(contract.accessStatus, emailRefusals)
const activationRefused = makeRefuser(staffCodeStatus, activationRefusals)

/** A call that roles for some schools may make, too. */
const call = <Schema>(schema: Schema) => ({ schema, ...knowsSchools })

/** Mounts the staff calls for people in courses. The scope requires a signed-in staff user. */
export const mountEntitlementCalls = (
  scope: JsonScope,
  app: Needs<'clock' | 'db' | 'disputeTakesAccess' | 'jobs' | 'timezone'>,
): void => {
  const setEnrollment = async (reply: FastifyReply, given: SetProcessed, by: Staff) => {
    const result = await setProcessed(app, { ...given, kind: 'enrollment' }, by)
    return result.ok
      ? { lti_enrollment: contract.toStaffEnrollment(result.entitlement) }
      : processRefused(reply, result)
  }
  const setMembership = async (reply: FastifyReply, given: SetProcessed, by: Staff) => {
    const result = await setProcessed(app, { ...given, kind: 'membership' }, by)
    if (!result.ok) return processRefused(reply, result)
    const view = await viewEntitlement(app, result.entitlement.token, by, 'membership')
    return view
      ? { membership: contract.toStaffMembership(view) }
      : processRefused(reply, refuse('entitlement_not_found'))
  }

  scope.post('/twa/get_enrollment', call(contract.enrollmentCalls.find), async (request, reply) => {
    const view = await viewEntitlement(app, request.body.token, request.staff!, 'enrollment')
    if (!view) return refused(reply, refuse('enrollment_not_found'))
    return { lti_enrollment: contract.toStaffEnrollment(view.entitlement) }
  })
  scope.post('/twa/process_enrollment', call(contract.enrollmentCalls.process), (request, reply) =>
    setEnrollment(reply, { ...request.body, processed: true }, request.staff!),
  )
  scope.post('/twa/unprocess_enrollment', call(contract.enrollmentCalls.unprocess), (request, reply) =>
    setEnrollment(reply, { ...request.body, processed: false }, request.staff!),
  )

  scope.post('/twa/get_membership', call(contract.membershipCalls.find), async (request, reply) => {
    const view = await viewEntitlement(app, request.body.token, request.staff!, 'membership')
    return view ? { membership: contract.toStaffMembership(view) } : refused(reply, refuse('membership_not_found'))
  })
  scope.post('/twa/process_membership', call(contract.membershipCalls.process), (request, reply) =>
    setMembership(reply, { ...request.body, processed: true }, request.staff!),
  )
  scope.post('/twa/unprocess_membership', call(contract.membershipCalls.unprocess), (request, reply) =>
    setMembership(reply, { ...request.body, processed: false }, request.staff!),
  )

  scope.post('/twa/get_enrollments', call(contract.listEnrollmentsCall), async (request, reply) => {
    const found = await checkEmail(app, request.body.email, request.staff!)
    const enrollments = found.filter(e => e.kind === 'enrollment')
    if (enrollments.length === 0) return noneByEmail(reply, refuse('enrollment_not_found'))
    return { lti_enrollments: enrollments.map(contract.toStaffEnrollment) }
  })
  scope.post('/twa/get_memberships', call(contract.listMembershipsCall), async (request, reply) => {
    const found = await checkEmail(app, request.body.email, request.staff!)
    const memberships = found.filter(e => e.kind === 'membership')
    if (memberships.length === 0) return noneByEmail(reply, refuse('membership_not_found'))
    const views = await Promise.all(memberships.map(m => viewEntitlement(app, m.token, request.staff!)))
    return { memberships: views.flatMap(view => (view ? [contract.toStaffMembership(view)] : [])) }
  })

  scope.post('/twa/activate_course', call(activateCourseCall), async (request, reply) => {
    const { token, product_code: productCode, create_coupon: createCoupon, ...settings } = request.body
    const given = { token, productCode, createCoupon, ...choicesFromJson(settings, 'field') }
    const result = await activateByToken(app, given, request.staff!)
    if (!result.ok) return activationRefused(reply, result)
    const view = await viewEntitlement(app, token, request.staff!, 'membership')
    return { membership: view && contract.toStaffMembership(view), coupon_code: result.couponCode }
  })
}

import type { FastifyReply } from 'fastify'
import { refuse } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { knowsSchools } from '#src/http/staff-guard.ts'
import { paths } from '#views/paths.ts'
import * as contract from './contract.ts'
import { accessRefusals, emailRefusals, processRefusals } from './rules/access-refusals.ts'
import type { Entitlement, EntitlementKind } from './rules/entitlement.ts'
import { maskOpenCodes } from './rules/masked-code.ts'
import type { SetProcessed } from './set-processed.ts'
import { findEntitlement } from "./find-entitlement.ts";
import { setProcessed } from "./set-processed.ts";
import type { Access } from "./index.ts";

const refused = makeRefuser(contract.accessStatus, accessRefusals)
const processRefused = makeRefuser(contract.accessStatus, processRefusals)
const noneByEmail = makeRefuser(contract.accessStatus, emailRefusals)

/** Mounts the calls with which the payment page reads a person's own row. */
export const mountEntitlementCalls = (scope: JsonScope, { access }: { access: Pick<Access, 'findEntitlement'> }) => {
  scope.post(paths.getEnrollment, { schema: contract.getEnrollmentCall }, async (request, reply) => {
    const found = await findEntitlement(app, request.body.enroll_token)
    if (found?.kind !== 'enrollment') return refused(reply, refuse('token_not_found'))
    return { lti_enrollment: contract.toWireEnrollment(maskOpenCodes(found)) }
  })

  scope.get(paths.getMembership, { schema: contract.getMembershipCall }, async (request, reply) => {
    const found = await findEntitlement(app, request.query.token)
    if (found?.kind !== 'membership') return refused(reply, refuse('membership_not_found'))
    return { membership: contract.toWireMembership(maskOpenCodes(found)) }
  })
}

interface AccessCallsDeps {
  access: Pick<Access, 'setProcessed'>
  /** Finds a row and records that staff viewed it; null if there is none of this kind. */
  viewEntitlement(token: string, by: Staff, kind?: EntitlementKind): Promise<contract.MembershipView | null>
  /** Lists the rows of an email and records that staff viewed them. */
  checkEmail(email: string, by: Staff): Promise<{ enrollments: Entitlement[]; memberships: Entitlement[] }>
}

/** Mounts the staff calls for people in courses. The scope requires a signed-in staff user. */
export const mountAccessCalls = (scope: JsonScope, { access, viewEntitlement, checkEmail }: AccessCallsDeps): void => {
  const setEnrollment = async (reply: FastifyReply, given: SetProcessed, by: Staff) => {
    const result = await setProcessed(app, { ...given, kind: 'enrollment' }, by)
    return result.ok
      ? { lti_enrollment: contract.toStaffEnrollment(result.entitlement) }
      : processRefused(reply, result)
  }
  const setMembership = async (reply: FastifyReply, given: SetProcessed, by: Staff) => {
    const result = await setProcessed(app, { ...given, kind: 'membership' }, by)
    if (!result.ok) return processRefused(reply, result)
    const view = await viewEntitlement(result.entitlement.token, by, 'membership')
    return view
      ? { membership: contract.toStaffMembership(view) }
      : processRefused(reply, refuse('entitlement_not_found'))
  }

  scope.post(
    '/twa/get_enrollment',
    { schema: contract.staffEnrollmentCall, ...knowsSchools },
    async (request, reply) => {
      const view = await viewEntitlement(request.body.token, request.staff!, 'enrollment')
      if (!view) return refused(reply, refuse('enrollment_not_found'))
      return { lti_enrollment: contract.toStaffEnrollment(view.entitlement) }
    },
  )
  scope.post('/twa/process_enrollment', { schema: contract.processEnrollmentCall, ...knowsSchools }, (request, reply) =>
    setEnrollment(reply, { ...request.body, processed: true }, request.staff!),
  )
  scope.post(
    '/twa/unprocess_enrollment',
    { schema: contract.unprocessEnrollmentCall, ...knowsSchools },
    (request, reply) => setEnrollment(reply, { ...request.body, processed: false }, request.staff!),
  )

  scope.post(
    '/twa/get_membership',
    { schema: contract.staffMembershipCall, ...knowsSchools },
    async (request, reply) => {
      const view = await viewEntitlement(request.body.token, request.staff!, 'membership')
      return view ? { membership: contract.toStaffMembership(view) } : refused(reply, refuse('membership_not_found'))
    },
  )
  scope.post('/twa/process_membership', { schema: contract.processMembershipCall, ...knowsSchools }, (request, reply) =>
    setMembership(reply, { ...request.body, processed: true }, request.staff!),
  )
  scope.post(
    '/twa/unprocess_membership',
    { schema: contract.unprocessMembershipCall, ...knowsSchools },
    (request, reply) => setMembership(reply, { ...request.body, processed: false }, request.staff!),
  )

  scope.post(
    '/twa/get_enrollments',
    { schema: contract.listEnrollmentsCall, ...knowsSchools },
    async (request, reply) => {
      const { enrollments } = await checkEmail(request.body.email, request.staff!)
      if (enrollments.length === 0) return noneByEmail(reply, refuse('enrollment_not_found'))
      return { lti_enrollments: enrollments.map(contract.toStaffEnrollment) }
    },
  )
  scope.post(
    '/twa/get_memberships',
    { schema: contract.listMembershipsCall, ...knowsSchools },
    async (request, reply) => {
      const { memberships } = await checkEmail(request.body.email, request.staff!)
      if (memberships.length === 0) return noneByEmail(reply, refuse('membership_not_found'))
      const views = await Promise.all(memberships.map(m => viewEntitlement(m.token, request.staff!)))
      return { memberships: views.flatMap(view => (view ? [contract.toStaffMembership(view)] : [])) }
    },
  )
}

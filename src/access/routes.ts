import type { Needs } from '#src/context.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { paths } from '#views/paths.ts'
import * as contract from './contract.ts'
import { findEntitlement } from './find-entitlement.ts'
import { accessRefusals } from './rules/access-refusals.ts'
import { maskOpenCodes } from './rules/masked-code.ts'

const refused = makeRefuser(contract.accessStatus, accessRefusals)

/** Mounts the calls with which the payment page reads a person's own row. */
export const mountOwnAccessCalls = (scope: JsonScope, app: Needs<'clock' | 'db' | 'jobs'>): void => {
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

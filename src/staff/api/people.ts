import * as z from 'zod'
import type { SubjectKind } from '#src/access/rules/entitlement.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { type Call, call, refuse } from '#src/http/staff-calls.ts'
import { wireStaffEnrollment, wireStaffMembership } from './wire.ts'

const TokenBody = z.object({ token: z.string(), reason: z.string().max(500).optional() })
const EmailBody = z.object({ email: z.string() })

/** Paths are written out, so that a text search finds them. */
const wire = {
  enrollment: {
    name: 'lti_enrollment',
    get: '/twa/get_enrollment',
    process: '/twa/process_enrollment',
    unprocess: '/twa/unprocess_enrollment',
  },
  membership: {
    name: 'membership',
    get: '/twa/get_membership',
    process: '/twa/process_membership',
    unprocess: '/twa/unprocess_membership',
  },
} as const

/** Returns the get, process and unprocess calls of one kind (docs/rules/access.md). */
const callsOf = (kind: SubjectKind): Call[] => {
  const view = call({
    method: 'POST',
    path: wire[kind].get,
    does: `Finds the ${kind} of a token.`,
    answers: [wire[kind].name],
    body: TokenBody,
    async run({ body, staff, modules }) {
      const found = await modules.staff.viewEntitlement(body.token, staff, kind)
      if (!found) return refuse(404, adminMessages[kind])
      return {
        [wire[kind].name]: kind === 'enrollment' ? wireStaffEnrollment(found.entitlement) : wireStaffMembership(found),
      }
    },
  })
  const set = (verb: 'process' | 'unprocess') =>
    call({
      method: 'POST',
      path: wire[kind][verb],
      does:
        verb === 'process'
          ? `Gives the person access. Idempotent.`
          : `Removes the person's access and voids their codes.`,
      answers: [wire[kind].name],
      body: TokenBody,
      async run({ body, staff, modules }) {
        const done = await modules.access.setProcessed({ ...body, processed: verb === 'process', kind }, staff)
        if (!done) return refuse(404, adminMessages.notFound)
        if (kind === 'enrollment') return { lti_enrollment: wireStaffEnrollment(done) }
        const found = await modules.staff.viewEntitlement(body.token, staff, kind)
        return found ? { membership: wireStaffMembership(found) } : refuse(404, adminMessages.notFound)
      },
    })
  return [view, set('process'), set('unprocess')]
}

export const peopleCalls: Call[] = [
  ...callsOf('enrollment'),
  ...callsOf('membership'),
  call({
    method: 'POST',
    path: '/twa/rotate_token',
    does: 'Replaces the token of an enrollment or membership. The old token stops working.',
    answers: ['token'],
    body: TokenBody,
    async run({ body, staff, modules }) {
      const token = await modules.access.rotateToken(body, staff)
      return token ? { token } : refuse(404, adminMessages.neither)
    },
  }),
  call({
    method: 'POST',
    path: '/twa/get_enrollments',
    does: 'Lists the enrollments of an email. Ignores case.',
    answers: ['lti_enrollments'],
    body: EmailBody,
    async run({ body, staff, modules }) {
      const { enrollments } = await modules.staff.checkEmail(body.email, staff)
      return enrollments.length > 0
        ? { lti_enrollments: enrollments.map(wireStaffEnrollment) }
        : refuse(404, adminMessages.enrollments)
    },
  }),
  call({
    method: 'POST',
    path: '/twa/get_memberships',
    does: 'Lists the memberships of an email. Ignores case.',
    answers: ['memberships'],
    body: EmailBody,
    async run({ body, staff, modules }) {
      const { memberships } = await modules.staff.checkEmail(body.email, staff)
      if (memberships.length === 0) return refuse(404, adminMessages.memberships)
      const views = await Promise.all(memberships.map(m => modules.staff.viewEntitlement(m.token, staff)))
      return { memberships: views.flatMap(v => (v ? [wireStaffMembership(v)] : [])) }
    },
  }),
]

import * as z from 'zod'
import { answers, Problem } from '#src/core/rules/problem.ts'
import { queryText } from '#src/core/rules/query-text.ts'
import type { Staff } from '#src/core/rules/staff.ts'

const tags = ['Staff']

const StaffUser = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  image_url: z.string().nullable(),
  role: z.string(),
})

export const toWireStaffUser = (s: Staff): z.infer<typeof StaffUser> => ({
  id: s.id,
  first_name: s.firstName,
  last_name: s.lastName,
  email: s.email,
  image_url: s.imageUrl,
  role: s.role,
})

export const listStaffCall = {
  tags,
  summary: 'Lists the staff users, who are named in histories.',
  response: answers(z.object({ users: z.array(StaffUser) })),
}

export const exportAuditCall = {
  tags,
  summary: 'Returns the audit log as a CSV file, newest first. Managers only.',
  querystring: z.object({
    kind: queryText('', 'Only lines about this kind of record.'),
    actor: queryText('', 'Only lines by `staff:ID`, `student` or `system`.'),
    changes: queryText('', '`yes` leaves out record views.'),
  }),
  response: { 200: { content: { 'text/csv': { schema: z.string() } } }, '4xx': Problem, '5xx': Problem },
}

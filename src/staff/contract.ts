import * as z from 'zod'
import { answers } from '#src/core/rules/problem.ts'
import type { Staff } from '#src/core/rules/staff.ts'

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
  tags: ['Staff'],
  summary: 'Lists the staff users, who are named in histories.',
  response: answers(z.object({ users: z.array(StaffUser) })),
}

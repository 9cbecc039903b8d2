import * as z from 'zod'
import type { LinkReason } from '#src/access/rules/people.ts'
import { answers, Problem } from '#src/core/rules/calls.ts'
import { type Statuses, withStatus } from '#src/core/rules/outcome.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { ErasureReason, SchoolErasureReason } from './rules/erasures.ts'
import type { JobReason } from './rules/failed-jobs.ts'
import type { BulkReason, PasteListReason } from './rules/lists.ts'

type DeskReason = LinkReason | JobReason | PasteListReason | BulkReason | ErasureReason | SchoolErasureReason

/** HTTP statuses of the reasons to refuse. */
export const deskStatus: Statuses<DeskReason> = {
  ...withStatus(404, 'entitlement_not_found', 'job_not_found', 'person_not_found'),
  ...withStatus(409, 'already_linked', 'not_linked', 'effects_changed', 'count_changed', 'already_running'),
  ...withStatus(409, 'payment_unfinished', 'payment_flagged', 'dispute_open'),
}

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

/** A call that returns a zip file about one record. */
const zipCall = (tag: string, summary: string) => ({
  tags: [tag],
  summary,
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: { 200: { content: { 'application/zip': { schema: z.string() } } }, '4xx': Problem, '5xx': Problem },
})

export const exportPersonCall = zipCall(
  'Personal data',
  'Returns everything about a person as a zip of JSON and HTML. Managers only, after a fresh sign-in.',
)
export const exportSchoolCall = zipCall(
  'Personal data',
  'Returns everybody of a school as a zip, a folder for each. Managers only, after a fresh sign-in.',
)
export const courseCartridgeCall = zipCall(
  'Courses',
  'Returns a Common Cartridge 1.3 with a link for each unit of a course, the dictionary and the textbook.',
)
export const schoolCartridgeCall = zipCall(
  'Courses',
  'Returns a Common Cartridge 1.3 with a link for each unit that courses of a school use.',
)

import * as z from 'zod'
import type { LinkReason } from '#src/access/rules/people.ts'
import { answers, Problem } from '#src/core/rules/calls.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { ErasureReason, SchoolErasureReason } from './rules/erasures.ts'
import type { JobReason } from './rules/failed-jobs.ts'
import type { BulkReason, PasteListReason } from './rules/lists.ts'

type DeskReason = LinkReason | JobReason | PasteListReason | BulkReason | ErasureReason | SchoolErasureReason

/** HTTP statuses of the reasons to refuse. */
export const deskStatus: Record<DeskReason, number> = {
  entitlement_not_found: 404,
  other_not_found: 422,
  other_ambiguous: 422,
  already_linked: 409,
  not_linked: 409,
  effects_changed: 409,
  reason_required: 422,
  job_not_found: 404,
  list_empty: 422,
  list_too_long: 422,
  no_action: 422,
  no_rows: 422,
  date_required: 422,
  invalid_date: 422,
  product_required: 422,
  course_required: 422,
  person_not_found: 404,
  payment_unfinished: 409,
  payment_flagged: 409,
  dispute_open: 409,
  requester_required: 422,
  school_not_found: 422,
  count_changed: 409,
  already_running: 409,
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

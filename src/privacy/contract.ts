import * as z from 'zod'
import { Problem } from '#src/core/rules/problem.ts'
import type { ErasureReason } from './rules/erasure.ts'
import type { SchoolErasureReason } from './rules/school-erasure.ts'

/** HTTP statuses of the reasons to refuse an erasure. */
export const privacyStatus: Record<ErasureReason | SchoolErasureReason, number> = {
  person_not_found: 404,
  payment_unfinished: 409,
  payment_flagged: 409,
  dispute_open: 409,
  requester_required: 422,
  effects_changed: 409,
  school_not_found: 422,
  count_changed: 409,
  already_running: 409,
}

const tags = ['Personal data']
const zip = { 200: { content: { 'application/zip': { schema: z.string() } } }, '4xx': Problem, '5xx': Problem }

export const exportPersonCall = {
  tags,
  summary: 'Returns everything about a person as a zip of JSON and HTML. Managers only, after a fresh sign-in.',
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: zip,
}

export const exportSchoolCall = {
  tags,
  summary: 'Returns everybody of a school as a zip, a folder for each. Managers only, after a fresh sign-in.',
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: zip,
}

import * as z from 'zod'
import { Problem } from '#src/core/rules/problem.ts'
import type { SignerReason } from './rules/consent.ts'
import type { DetailsReason } from './rules/details.ts'
import type { ReviewReason } from './rules/review.ts'
import { CHUNK_BYTES, MAX_FILE_BYTES, type UploadReason } from './rules/upload.ts'

/** HTTP statuses of the reasons to refuse. */
export const clipStatus: Record<UploadReason | DetailsReason | ReviewReason | SignerReason, number> = {
  no_file: 422,
  file_too_large: 422,
  form_file_too_large: 422,
  not_a_video: 422,
  upload_not_found: 404,
  chunk_out_of_order: 409,
  chunk_incomplete: 422,
  clip_not_found: 404,
  clip_moved_on: 409,
  clip_published: 409,
  comment_required: 422,
  captions_unreadable: 422,
  sign_required: 422,
  sign_not_found: 422,
  signer_required: 422,
  consent_required: 422,
  consent_outdated: 422,
  date_required: 422,
  date_in_future: 422,
  trim_impossible: 422,
  signer_not_found: 404,
  name_required: 422,
  consent_day_required: 422,
  consent_text_changed: 409,
  text_required: 422,
}

const tags = ['Clips']
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hex')
const optional = z.string().max(200).optional()

const WireUpload = z.object({
  /** Parts that have arrived. Send the next one. */
  chunks: z.number(),
  chunk_bytes: z.number(),
  /** The clip, once the whole file has arrived. */
  clip_id: z.number().nullable(),
})
export type WireUpload = z.infer<typeof WireUpload>

export const beginUploadCall = {
  tags,
  summary: 'Begins to send a video in parts, or says how much of it has arrived. Signers and managers.',
  body: z.object({
    hash,
    name: z.string().min(1).max(1000),
    bytes: z
      .number()
      .int()
      .min(1)
      .max(MAX_FILE_BYTES * 100),
    sign: optional,
    kind: optional,
    variant: optional,
    signer_id: optional,
    recorded_on: optional,
    trim_from: optional,
    trim_to: optional,
    poster_at: optional,
  }),
  response: { 200: WireUpload, '4xx': Problem, '5xx': Problem },
}

export const sendChunkCall = {
  tags,
  summary: `Sends one part of ${CHUNK_BYTES} bytes, the last one shorter. A part that arrived before changes nothing.`,
  params: z.object({ hash, chunk: z.coerce.number().int().min(0).max(1000) }),
  response: { 200: WireUpload, '4xx': Problem, '5xx': Problem },
}

export const exportSignerCall = {
  tags: ['Personal data'],
  summary: 'Returns everything about a signer as a zip of JSON and videos. Managers only, after a fresh sign-in.',
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: { 200: { content: { 'application/zip': { schema: z.string() } } }, '4xx': Problem, '5xx': Problem },
}

import * as z from 'zod'
import { answers, Problem, queryText } from '#src/core/rules/calls.ts'
import { type Statuses, withStatus } from '#src/core/rules/outcome.ts'
import { escapeHtml } from '#src/core/rules/plain-text.ts'
import type { SignerReason } from './rules/clips/consent.ts'
import type { DetailsReason } from './rules/clips/details.ts'
import { CHUNK_BYTES, MAX_FILE_BYTES, type UploadReason } from './rules/clips/files.ts'
import type { ReviewReason } from './rules/clips/reviews.ts'
import type { Sign } from './rules/dictionary.ts'
import type { AlphabetReason } from './rules/fingerspelling/review.ts'
import type { ChangeReason } from './rules/sign-changes.ts'
import type { SignImportReason } from './rules/sign-import.ts'
import type { SignListReason } from './rules/sign-lists.ts'
import type { VideoReason } from './rules/video-accounts.ts'

/** HTTP statuses of the reasons to refuse. */
export const signsStatus: Statuses<'no_signs_found' | 'page_expired' | VideoReason> = {
  page_expired: 403,
  ...withStatus(404, 'no_signs_found', 'domain_not_checked', 'domain_not_added', 'domain_not_removed'),
  video_host_unavailable: 500,
}

export const signListStatus: Statuses<SignListReason> = {
  page_expired: 410,
  list_not_found: 404,
  list_name_taken: 409,
  too_many_lists: 409,
}

export const signChangeStatus: Statuses<ChangeReason | SignImportReason> = {
  sign_not_found: 404,
  change_not_found: 404,
  ...withStatus(409, 'sign_exists', 'sign_waits', 'entry_changed'),
}

export const clipStatus: Statuses<UploadReason | DetailsReason | ReviewReason | SignerReason> = {
  ...withStatus(404, 'upload_not_found', 'clip_not_found', 'signer_not_found'),
  ...withStatus(409, 'chunk_out_of_order', 'clip_moved_on', 'clip_published', 'consent_text_changed'),
}

export const alphabetStatus: Statuses<AlphabetReason> = { drawings_changed: 409 }

/** A published clip. Its files are at /media/. */
const WireClip = z.object({
  kind: z.enum(['sign', 'example']),
  /** Region or variant; empty for the usual form. */
  variant: z.string(),
  signer: z.string(),
  recorded_on: z.string(),
  reviewed_by: z.string().nullable(),
  reviewed_on: z.string().nullable(),
  duration: z.number(),
  fps: z.number(),
  files: z.array(
    z.object({
      role: z.enum(['video', 'poster', 'thumbnail', 'captions']),
      name: z.string(),
      width: z.int().nullable(),
      height: z.int().nullable(),
    }),
  ),
})

export const WireSign = z.object({
  id: z.string(),
  title: z.string(),
  /** HTML made from the meanings, the part of speech and the example. */
  content: z.string(),
  /** The lesson, like '3.1'. */
  unit: z.string(),
  english: z.array(z.string()),
  spanish: z.array(z.string()),
  part_of_speech: z.string(),
  usage: z.string(),
  formation: z.string().nullable(),
  handshape: z.string().nullable(),
  other_handshape: z.string().nullable(),
  location: z.string().nullable(),
  movement: z.string().nullable(),
  hands: z.enum(['one', 'two']).nullable(),
  mouth: z.string().nullable(),
  notes: z.string().nullable(),
  /** Titles of other terms. */
  related: z.array(z.string()),
  confusable: z.array(z.string()),
  video: z.string().nullable(),
  example: z.string().nullable(),
  variants: z.array(z.string()),
  signer: z.string().nullable(),
  reviewed_by: z.string().nullable(),
  reviewed_at: z.string().nullable(),
  transcript: z.string().nullable(),
  /** Names of pictures of the meaning, for pages of ours. */
  picture: z.string().nullable().optional(),
  clips: z.array(WireClip),
})
export type WireSign = z.infer<typeof WireSign>

/** Returns a sign as JSON; the schema leaves out all other fields. */
export const toWireSign = ({ clips, ...sign }: Sign): WireSign => ({
  ...sign,
  id: sign.slug,
  title: sign.gloss,
  content: `<p><b>${escapeHtml(sign.english.join('; '))}</b> <i>${escapeHtml(sign.partOfSpeech)}</i></p><p>${escapeHtml(sign.usage)}</p>`,
  unit: sign.lesson,
  part_of_speech: sign.partOfSpeech,
  other_handshape: sign.otherHandshape,
  reviewed_by: sign.reviewedBy,
  reviewed_at: sign.reviewedAt,
  clips: clips.map(({ recordedOn, reviewedBy, reviewedOn, ...clip }) => ({
    ...clip,
    recorded_on: recordedOn,
    reviewed_by: reviewedBy,
    reviewed_on: reviewedOn,
  })),
})

const SignsFound = z.object({
  data: z.object({ terms: z.array(WireSign), total: z.int(), match: z.enum(['exact', 'near', 'parts']) }),
})
export type SignsFound = z.infer<typeof SignsFound>

export const searchSignsCall = {
  tags: ['Dictionary'],
  summary: 'Searches the signs for a word, a quoted phrase or a unit, 50 a page. A unit is returned whole.',
  querystring: z.object({ term: queryText(), page: queryText('1'), pictures: queryText() }),
  response: answers(SignsFound),
}
export const checkAccessCall = {
  tags: ['Dictionary'],
  summary: 'Returns whether a launch of the teacher page or the dictionary is still valid.',
  querystring: z.object({ app: queryText('teacher'), token: queryText(), state: queryText() }),
  response: answers(
    z.object({ role: z.enum(['teacher', 'guest']), units_for_teacher: z.array(z.int()), context_id: z.string() }),
  ),
}

const videoTags = ['Video hosting']
const accounts = z.array(z.object({ label: z.string(), value: z.string() }))
/** `failed` names accounts that did not answer, and are unchanged; `message` says so. */
const DomainListed = z.object({ accounts, failed: z.array(z.string()).optional(), message: z.string().optional() })
const change = {
  tags: videoTags,
  body: z
    .object({ domain: z.string(), units: z.string() })
    .meta({ examples: [{ domain: 'canvas.school.example', units: '1_7-8' }] }),
  response: answers(DomainListed),
}

export const checkDomainCall = {
  tags: videoTags,
  summary: 'Lists the video host accounts whose videos a domain may play.',
  body: z.object({ domain: z.string() }),
  response: answers(DomainListed),
}
export const addDomainCall = {
  ...change,
  summary: "Adds a domain to accounts. `units` are their values joined with '_'.",
}
export const removeDomainCall = {
  ...change,
  summary: "Removes a domain from accounts. `units` are their values joined with '_'.",
}

const clipTags = ['Clips']
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
  tags: clipTags,
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
  tags: clipTags,
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

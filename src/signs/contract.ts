import * as z from 'zod'
import { escapeHtml } from '#src/core/rules/escape-html.ts'
import { answers } from '#src/core/rules/problem.ts'
import { queryText } from '#src/core/rules/query-text.ts'
import type { PublishedClip } from './rules/clip-media.ts'
import type { Sign, SignsReason } from './rules/dictionary.ts'
import type { ChangeReason } from './rules/sign-change.ts'
import type { SignImportReason } from './rules/sign-import.ts'
import type { SignListReason } from './rules/sign-lists.ts'
import type { VideoReason } from './rules/video-accounts.ts'

/** HTTP statuses of the reasons to refuse. */
export const signsStatus: Record<SignsReason | VideoReason, number> = {
  no_signs_found: 404,
  page_expired: 403,
  domain_not_checked: 404,
  video_host_unavailable: 500,
  domain_not_added: 404,
  domain_not_removed: 404,
  no_account_chosen: 422,
}

/** HTTP status of each reason to refuse a change of a teacher's list. */
export const signListStatus: Record<SignListReason, number> = {
  page_expired: 410,
  list_not_found: 404,
  list_name_required: 422,
  list_name_too_long: 422,
  list_name_taken: 409,
  too_many_lists: 409,
  list_too_long: 422,
}

/** HTTP status of each reason to refuse a change or an import of entries. */
export const signChangeStatus: Record<ChangeReason | SignImportReason, number> = {
  sign_not_found: 404,
  sign_exists: 409,
  sign_waits: 409,
  change_not_found: 404,
  entry_changed: 409,
  nothing_changed: 422,
  fields_wrong: 422,
  remark_required: 422,
  no_file: 422,
  not_csv: 422,
  no_header: 422,
  unknown_columns: 422,
  file_too_big: 422,
  too_many_rows: 422,
}

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

const toWireClip = ({ kind, variant, signer, duration, fps, files, ...clip }: PublishedClip) => ({
  kind,
  variant,
  signer,
  recorded_on: clip.recordedOn,
  reviewed_by: clip.reviewedBy,
  reviewed_on: clip.reviewedOn,
  duration,
  fps,
  files,
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
  clips: z.array(WireClip),
})
export type WireSign = z.infer<typeof WireSign>

export const toWireSign = (sign: Sign): WireSign => ({
  id: sign.slug,
  title: sign.gloss,
  content: `<p><b>${escapeHtml(sign.english.join('; '))}</b> <i>${escapeHtml(sign.partOfSpeech)}</i></p><p>${escapeHtml(sign.usage)}</p>`,
  unit: sign.lesson,
  english: sign.english,
  spanish: sign.spanish,
  part_of_speech: sign.partOfSpeech,
  usage: sign.usage,
  formation: sign.formation,
  handshape: sign.handshape,
  other_handshape: sign.otherHandshape,
  location: sign.location,
  movement: sign.movement,
  hands: sign.hands,
  mouth: sign.mouth,
  notes: sign.notes,
  related: sign.related,
  confusable: sign.confusable,
  video: sign.video,
  example: sign.example,
  variants: sign.variants,
  signer: sign.signer,
  reviewed_by: sign.reviewedBy,
  reviewed_at: sign.reviewedAt,
  transcript: sign.transcript,
  clips: sign.clips.map(toWireClip),
})

const SignsFound = z.object({
  data: z.object({ terms: z.array(WireSign), total: z.int(), match: z.enum(['exact', 'near', 'parts']) }),
})
export type SignsFound = z.infer<typeof SignsFound>

export const searchSignsCall = {
  tags: ['Dictionary'],
  summary: 'Searches the signs for a word, a quoted phrase or a unit, 50 a page. A unit is returned whole.',
  querystring: z.object({ term: queryText(), page: queryText('1') }),
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

const tags = ['Video hosting']
const accounts = z.array(z.object({ label: z.string(), value: z.string() }))
const change = {
  tags,
  body: z
    .object({ domain: z.string(), units: z.string() })
    .meta({ examples: [{ domain: 'canvas.school.example', units: '1_7-8' }] }),
  /** `failed` names accounts that did not answer and are unchanged; `message` says so. */
  response: answers(z.object({ accounts, failed: z.array(z.string()).optional(), message: z.string().optional() })),
}

export const checkDomainCall = {
  tags,
  summary: 'Lists the video host accounts whose videos a domain may play.',
  body: z.object({ domain: z.string() }),
  response: answers(z.object({ accounts })),
}
export const addDomainCall = {
  ...change,
  summary: "Adds a domain to accounts. `units` are their values joined with '_'.",
}
export const removeDomainCall = {
  ...change,
  summary: "Removes a domain from accounts. `units` are their values joined with '_'.",
}

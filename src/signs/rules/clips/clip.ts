import { isKeyOf } from '#src/core/rules/guards.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** Clips of signs: their states and limits. Times in a clip are in seconds. */

/**
 * `recorded` waits for its sign, signer and consent. `replaced` was published before a newer clip of the same sign.
 * `failed` could not be read.
 */
export const clipStates = [
  'recorded',
  'processing',
  'failed',
  'waiting',
  'approved',
  'sent_back',
  'published',
  'replaced',
] as const
export type ClipState = (typeof clipStates)[number]

export const stateText: Record<ClipState, string> = {
  recorded: 'Needs details',
  processing: 'Being prepared',
  failed: 'Could not be read',
  waiting: 'Waits for review',
  approved: 'Approved, not published',
  sent_back: 'Sent back',
  published: 'Published',
  replaced: 'Replaced by a newer clip',
}

/** A clip shows the sign alone, or the sign in a sentence. */
export const clipKinds = ['sign', 'example'] as const
type ClipKind = (typeof clipKinds)[number]
export const kindText: Record<ClipKind, string> = { sign: 'The sign', example: 'The sign in a sentence' }

/** Reasons that a file could not be turned into a clip. */
export const clipProblems = ['unreadable', 'damaged', 'too_long', 'too_short', 'too_large'] as const
export type ClipProblem = (typeof clipProblems)[number]

/** Longer videos are for the video host. */
export const MAX_SECONDS = 120
const MIN_SECONDS = 0.3

export const problemText: Record<ClipProblem, string> = {
  unreadable: 'This file holds no video that we can read. Save it as MP4 and upload it again.',
  damaged: 'The file was damaged on its way to us. Upload it again.',
  too_long: `The clip is longer than ${MAX_SECONDS / 60} minutes. Trim it, or use the video host.`,
  too_short: 'The clip is too short. Choose a longer part.',
  too_large: 'The picture is larger than 4096 pixels. Save it smaller and upload it again.',
}

/** Returns what is wrong with the length of a clip, or null. */
export const lengthProblem = (seconds: number): ClipProblem | null =>
  seconds > MAX_SECONDS ? 'too_long' : seconds < MIN_SECONDS ? 'too_short' : null

/** Purposes of the files of a clip. */
export const fileRoles = ['video', 'poster', 'thumbnail', 'captions'] as const
export type FileRole = (typeof fileRoles)[number]

/** Types of the files that we make, by their extension. No other file is served. */
const mediaTypes = { mp4: 'video/mp4', webm: 'video/webm', webp: 'image/webp', vtt: 'text/vtt; charset=utf-8' } as const
export type MediaExtension = keyof typeof mediaTypes

/** A file of a clip, named by the hash of its content. */
export interface ClipFile {
  role: FileRole
  /** Order among the files of the same role, the best first. */
  place: number
  name: string
  bytes: number
  /** Pixels; null for captions. */
  width: number | null
  height: number | null
}

const MEDIA_NAME = /^[0-9a-f]{64}\.(mp4|webm|webp|vtt)$/

/** Returns the type of a file name that may be one of ours, else null. */
export const mediaTypeOf = (name: string): string | null => {
  const [, extension] = name.match(MEDIA_NAME) ?? []
  return extension && isKeyOf(mediaTypes, extension) ? mediaTypes[extension] : null
}

/** Longest region or variant, like 'Texas' or 'two hands'. */
export const VARIANT_MAX = 60

/** Details of a clip, given before it is made. Null: not given yet. */
export interface ClipDetails {
  /** Slug of the sign. */
  sign: string | null
  kind: ClipKind
  /** Region or variant; empty for the usual form. */
  variant: string
  signerId: number | null
  /** YYYY-MM-DD */
  recordedOn: string | null
  trimFrom: number | null
  trimTo: number | null
  posterAt: number | null
}

/** A version of a clip, as the clip studio shows it. Names of staff are null once the user was removed. */
export interface Clip extends ClipDetails {
  id: number
  /** Null also if the sign is no longer in the dictionary. */
  gloss: string | null
  state: ClipState
  fileName: string
  signer: string | null
  consentVersion: number | null
  /** YYYY-MM-DD */
  consentOn: string | null
  /** Percent, while it is being prepared. */
  progress: number | null
  problem: ClipProblem | null
  duration: number | null
  fps: number | null
  /** WebVTT; empty for none. */
  captions: string
  files: ClipFile[]
  createdAt: Date
  uploadedBy: string | null
  reviewedAt: Date | null
  reviewedBy: string | null
  publishedAt: Date | null
}

export interface ClipComment {
  id: number
  /** Time in the clip; null for the whole clip. */
  at: number | null
  text: string
  by: string | null
  createdAt: Date
}

export const COMMENT_MAX = 1000

/** Returns 'HELLO (Texas), in a sentence', or the file's name before its sign is known. */
export const clipTitle = (clip: Pick<Clip, 'gloss' | 'sign' | 'kind' | 'variant' | 'fileName'>): string => {
  const { gloss, sign, kind, variant, fileName } = clip
  const name = gloss ?? sign ?? fileName
  return `${name}${variant && ` (${variant})`}${kind === 'example' ? ', in a sentence' : ''}`
}

/** Sentences of the reasons to refuse any step with a clip. */
export const clipRefusals = {
  clip_not_found: { message: 'We could not find this clip. It may have been deleted.' },
  clip_moved_on: { message: 'This clip changed after you opened the page. Look at it again.' },
} as const satisfies RefusalTexts

import { keysOf } from '#src/core/rules/guards.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import type { SignEntry } from '../dictionary.ts'
import { type Clip, type ClipState, clipRefusals } from './clip.ts'

/** Sentences of the reasons to refuse a step of a review. */
export const reviewRefusals = {
  ...clipRefusals,
  comment_required: { message: 'Say what to change, so that the signer can record it again.', field: 'text' },
  clip_published: { message: 'Take the clip down first. Then you can delete it.' },
  captions_required: {
    message: 'A signer writes the captions first. Students read them as the transcript of this clip.',
  },
  captions_unreadable: {
    message: 'These captions have no readable time. Check the lines with -->.',
    field: 'captions',
  },
} as const satisfies RefusalTexts

export type ReviewReason = keyof typeof reviewRefusals

/** Signs of a unit by how far their clips are. */
export const queueText = {
  missing: 'Has no clip',
  preparing: 'Being prepared',
  waiting: 'Waits for review',
  approved: 'Approved',
  sent_back: 'Sent back',
  published: 'Published',
} as const
type Queue = keyof typeof queueText
export const queues = keysOf(queueText)

/** A sign as signers and reviewers see it beside the picture. */
export interface StudioEntry extends Pick<SignEntry, 'slug' | 'gloss' | 'english' | 'lesson' | 'usage' | 'notes'> {
  /** The reviewer's last comment on a clip that was sent back. */
  remark: string | null
}

/** A sign with the clips that it has. */
export interface QueueEntry extends StudioEntry {
  clips: Pick<Clip, 'id' | 'state' | 'kind' | 'variant'>[]
}

const STATES: Record<Exclude<Queue, 'missing'>, ClipState[]> = {
  preparing: ['recorded', 'processing', 'failed'],
  waiting: ['waiting'],
  approved: ['approved'],
  sent_back: ['sent_back'],
  published: ['published'],
}

/** States that lead to a published clip without anybody recording again. */
export const UNDER_WAY: ClipState[] = ['recorded', 'processing', 'waiting', 'approved', 'published']

/** Returns true if a sign is in a queue. One may be in several, for example published with a newer clip under review. */
export const isIn = (queue: Queue, { clips }: Pick<QueueEntry, 'clips'>): boolean =>
  queue === 'missing' ? !clips.some(c => UNDER_WAY.includes(c.state)) : clips.some(c => STATES[queue].includes(c.state))

/** Captions of a clip as WebVTT. */

export const CAPTIONS_MAX = 4000

const CUE = /^(?:\d+:)?\d{2}:\d{2}\.\d{3}[ \t]+-->[ \t]+(?:\d+:)?\d{2}:\d{2}\.\d{3}/m

const stamp = (seconds: number): string => {
  const ms = Math.round(seconds * 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(ms / 60_000))}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

/**
 * Returns typed captions as WebVTT: a whole file as it is, a plain sentence as one cue for the whole clip, '' for none.
 * Null for a file without a readable cue.
 */
export const captionsOf = (typed: string, duration: number): string | null => {
  const text = typed.replace(/\r\n?/g, '\n').trim()
  if (text === '') return ''
  if (/^WEBVTT\b/.test(text)) return CUE.test(text) ? `${text}\n` : null
  const lines = text
    .replaceAll('-->', '→')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  return `WEBVTT\n\n00:00.000 --> ${stamp(duration)}\n${lines.join('\n')}\n`
}

/** Returns captions as they were typed: the sentence of a single cue from the start, else the whole file. */
export const typedCaptions = (captions: string): string => {
  const [, sentence] = captions.match(/^WEBVTT\n\n00:00\.000 --> \S+\n((?:.+\n)+)$/) ?? []
  return (sentence ?? captions).trim()
}

import type { ClipKind, ClipState } from './clip.ts'

/** Signs of a unit by how far their clips are. */

export const queues = ['missing', 'preparing', 'waiting', 'approved', 'sent_back', 'published'] as const
export type Queue = (typeof queues)[number]

export const queueText: Record<Queue, string> = {
  missing: 'Has no clip',
  preparing: 'Being prepared',
  waiting: 'Waits for review',
  approved: 'Approved',
  sent_back: 'Sent back',
  published: 'Published',
}

/** A sign with the clips that it has. */
export interface QueueEntry {
  slug: string
  gloss: string
  english: string[]
  lesson: string
  clips: { id: number; state: ClipState; kind: ClipKind; variant: string }[]
}

const STATES: Record<Exclude<Queue, 'missing'>, ClipState[]> = {
  preparing: ['recorded', 'processing', 'failed'],
  waiting: ['waiting'],
  approved: ['approved'],
  sent_back: ['sent_back'],
  published: ['published'],
}

/** States that lead to a published clip without anybody recording again. */
const UNDER_WAY: ClipState[] = ['recorded', 'processing', 'waiting', 'approved', 'published']

/** Returns true if a sign is in a queue. One may be in several, for example published with a newer clip under review. */
export const isIn = (queue: Queue, { clips }: Pick<QueueEntry, 'clips'>): boolean =>
  queue === 'missing' ? !clips.some(c => UNDER_WAY.includes(c.state)) : clips.some(c => STATES[queue].includes(c.state))

export const countQueues = (entries: QueueEntry[]): Record<Queue, number> => {
  const counts = { missing: 0, preparing: 0, waiting: 0, approved: 0, sent_back: 0, published: 0 }
  for (const entry of entries) for (const queue of queues) if (isIn(queue, entry)) counts[queue]++
  return counts
}

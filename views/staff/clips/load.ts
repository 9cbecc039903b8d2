import { clipStatus } from '#src/clips/contract.ts'
import type { ConsentFacts, StudioUnit } from '#src/clips/index.ts'
import { countQueues, isIn, type Queue, type QueueEntry, queues } from '#src/clips/rules/queue.ts'
import { reviewRefusals } from '#src/clips/rules/review.ts'
import { may } from '#src/core/rules/staff.ts'
import type { FeedbackText } from '../../answer.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { agreeToConsent } from '../clip/agree.ts'
import type { StaffContext } from '../staff-screen.ts'

export interface ClipsPage {
  unit: number
  show: Queue
  units: StudioUnit['units']
  entries: QueueEntry[]
  counts: Record<Queue, number>
  /** The first sign of the unit without a clip, for a role that records. */
  next: QueueEntry | null
  /** Clips that need details, and files on their way. */
  unfinished: number
  ffmpeg: boolean
  consent: ConsentFacts
  rights: { record: boolean; review: boolean; manage: boolean }
  feedback: FeedbackText | null
}

export const showClips = async (
  context: StaffContext,
  feedback: FeedbackText | null = null,
  status = 200,
): Promise<Result<ClipsPage>> => {
  const { modules, staff, query } = context
  const { clips } = modules
  const unit = /^\d{1,2}$/.test(query.unit ?? '') ? Number(query.unit) : 1
  const { units, entries } = await clips.listStudioUnit(unit, staff)
  const show = queues.find(queue => queue === query.show) ?? (may(staff, 'record') ? 'missing' : 'waiting')
  const { clips: unfinished, uploads } = await clips.listUnfinishedClips(staff)
  return page<ClipsPage>(
    {
      unit,
      show,
      units,
      entries: entries.filter(entry => isIn(show, entry)),
      counts: countQueues(entries),
      next: (may(staff, 'record') && entries.find(entry => isIn('missing', entry))) || null,
      unfinished: unfinished.length + uploads,
      ffmpeg: await clips.isFfmpegReady(),
      consent: await clips.viewConsent(staff),
      rights: { record: may(staff, 'record'), review: may(staff, 'review'), manage: may(staff, 'manage') },
      feedback,
    },
    { title: 'Clips', status },
  )
}

export const agree = async (context: StaffContext, form: Form): Promise<Result<ClipsPage>> => {
  const { feedback, status } = await agreeToConsent(context, form)
  return showClips(context, feedback, status)
}

/** Publishes all approved clips of the unit. A clip that changed since stays as it is. */
export const publishUnit = async (context: StaffContext): Promise<Result<ClipsPage>> => {
  const { modules, staff, query } = context
  const { entries } = await modules.clips.listStudioUnit(Number(query.unit) || 1, staff)
  const approved = entries.flatMap(entry => entry.clips.filter(clip => clip.state === 'approved'))
  let published = 0
  for (const { id } of approved.toReversed()) {
    const done = await modules.clips.publishClip(id, staff)
    if (done.ok) published++
    else if (approved.length === 1)
      return showClips(context, { tone: 'problem', text: reviewRefusals[done.reason].message }, clipStatus[done.reason])
  }
  return showClips(context, { tone: 'good', text: `Published: ${published}.` })
}

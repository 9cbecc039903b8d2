import type { Subject } from './entitlement.ts'
import type { RowLabel } from './named.ts'

/** A job that is in trouble, as staff see it: it waits to be tried again, or it failed for good. */
export interface TroubledJob {
  id: string
  name: string
  state: 'waiting' | 'failed'
  /** How often it was tried. */
  attempts: number
  /** Why it failed last, without anybody's data. */
  problem: string
  /** What it is about: ids, and never an address. */
  data: Record<string, unknown>
  /** The same as staff know it; null: it is about nobody and nothing of ours. */
  about: RowLabel | null
  createdAt: Date
  /** When it is tried next; null once it failed for good. */
  nextAt: Date | null
}

export const jobMessages = {
  none: 'Nothing failed. What is sent to Canvas, to the schools and by mail went through, or waits its turn.',
  untaken: 'They rest, and are not tried by themselves. Once the LMS is mended, press Try again at the school.',
  again: 'It is tried again now.',
  gone: 'That job is not waiting any more.',
} as const

/** How it stands with a job in trouble: how often it was tried, and when it is again. */
export const jobState = ({ attempts, nextAt }: Pick<TroubledJob, 'attempts' | 'nextAt'>, now: Date): string =>
  `Tried ${attempts === 1 ? 'once' : `${attempts} times`}. ${nextAt ? `Next try ${wait(nextAt, now)}.` : 'Given up.'}`

/** All of it in one line, wherever it is told. */
export const describeJob = (job: TroubledJob, now: Date): string =>
  `${jobTitle(job)} did not work: ${job.problem.replace(/\.$/, '')}. ${jobState(job, now)}`

/** A job names its row by its id; what else it carries names nobody's row. */
export const isJobOf = ({ data }: Pick<TroubledJob, 'data'>, { kind, id }: Subject): boolean =>
  (data.kind === kind && data.id === id) || (kind === 'enrollment' && data.enrollmentId === id)

const wait = (at: Date, now: Date): string => {
  const seconds = Math.max(0, Math.round((at.getTime() - now.getTime()) / 1000))
  if (seconds < 60) return `in ${seconds} s`
  return seconds < 3600 ? `in ${Math.round(seconds / 60)} min` : `in ${Math.round(seconds / 3600)} h`
}

/** What a job does, in the words of staff. */
const jobTitles: Record<string, string> = {
  mail: 'Send a message',
  'sign-in-code': 'Send a sign-in code',
  'canvas-user': 'Make a login in Canvas',
  'canvas-enrollment': 'Bring an enrollment to Canvas',
  grade: 'Send a grade to the school',
  'close-checkouts': 'End card payments that are not needed',
  reconcile: 'Compare card payments',
  'waiting-courses': 'Write to staff about courses that wait',
  purge: 'Throw away what has run out',
  daily: 'Do the work of the day',
}

export const jobTitle = ({ name }: Pick<TroubledJob, 'name'>): string => jobTitles[name] ?? name

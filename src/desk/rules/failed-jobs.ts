import type { EntitlementRef } from '#src/access/rules/entitlement.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import type { RowLabel } from '#src/core/rules/rows.ts'

/** A failing job as staff see it: waiting for a retry, or failed for good. */
export interface FailedJob {
  id: string
  name: string
  state: 'waiting' | 'failed'
  /** Number of attempts. */
  attempts: number
  /** Last error, without personal data. */
  problem: string
  /** Payload: ids, never an email address. */
  data: Record<string, unknown>
  /** Label of the subject; null if it has none. */
  about: RowLabel | null
  createdAt: Date
  /** Time of the next attempt; null if it failed for good. */
  nextAt: Date | null
}

export const jobMessages = {
  none: 'Nothing failed. All background jobs finished or are waiting to run.',
  rejectedGrades: 'We do not retry these automatically. Fix the LMS, then press Try again at the school.',
  again: (name: string) => `We are trying it again now: ${jobTitle({ name })}.`,
} as const

/** Sentences of the reasons to refuse a retry. */
export const jobRefusals = {
  job_not_found: { message: 'That job is no longer waiting.' },
} as const satisfies RefusalTexts

export type JobReason = keyof typeof jobRefusals

/** Returns the attempts so far and the next one. */
export const jobState = ({ attempts, nextAt }: Pick<FailedJob, 'attempts' | 'nextAt'>, now: Date): string =>
  `Tried ${attempts === 1 ? 'once' : `${attempts} times`}. ${nextAt ? `Next try ${wait(nextAt, now)}.` : 'Given up.'}`

/** Returns the whole state in one line. */
export const describeJob = (job: FailedJob, now: Date): string =>
  `${jobTitle(job)} failed: ${job.problem.replace(/\.$/, '')}. ${jobState(job, now)}`

/** Returns true if the job is about this person in this course. */
export const isJobOf = ({ about }: Pick<FailedJob, 'about'>, { id }: EntitlementRef): boolean =>
  about?.kind === 'entitlement' && about.id === id

const wait = (at: Date, now: Date): string => {
  const seconds = Math.max(0, Math.round((at.getTime() - now.getTime()) / 1000))
  if (seconds < 60) return `in ${seconds} s`
  return seconds < 3600 ? `in ${Math.round(seconds / 60)} min` : `in ${Math.round(seconds / 3600)} h`
}

/** Labels of jobs for staff. */
const jobTitles: Record<string, string> = {
  'code-mail': 'Send a code',
  mail: 'Send a message',
  'bulk-mail': 'Send a message',
  'sign-in-code': 'Send a sign-in code',
  'canvas-user': 'Create a Canvas login',
  'canvas-enrollment': 'Enroll a student in Canvas',
  grade: 'Send a grade to the school',
  'close-checkouts': 'Close unneeded card payments',
  'move-access-ends': 'Move the end of access',
  'erase-school': 'Erase the people of a school',
  'process-clip': 'Prepare a clip',
  'remove-clip-files': 'Delete files of clips',
  'count-days': 'Count the days for figures',
  'check-checkouts': 'Check unfinished card payments',
  'wake-mail': 'Look whether the mail server is back',
  watch: 'Check the installation',
  reconcile: 'Compare card payments',
  'waiting-courses': 'Email staff about waiting courses',
  purge: 'Delete expired data',
  daily: 'Run the daily tasks',
}

export const jobTitle = ({ name }: Pick<FailedJob, 'name'>): string => jobTitles[name] ?? name

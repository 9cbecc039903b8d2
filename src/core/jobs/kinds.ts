import { keysOf } from '../rules/guards.ts'

/** Kinds of background jobs with their data. A new one needs a line here, in QUEUES and in `src/handlers/jobs.ts`. */
export interface Jobs {
  /** Sends one code of the outbox. It is of use for ten minutes, so it is tried again at least every minute. */
  'code-mail': { messageId: number }
  /** Sends one message of the outbox that a person waits for. */
  mail: { messageId: number }
  /** Sends one message of the outbox that may take its time. */
  'bulk-mail': { messageId: number }
  /**
   * Sends a sign-in code if the target belongs to a staff user. Only the network or session `askedFrom` can use it.
   * `askedAt` is an ISO instant. `isLong`: many strangers ask, so the code has nine digits.
   */
  'sign-in-code': { connection: 'email' | 'sms'; target: string; askedFrom: string; askedAt: string; isLong?: boolean }
  /** Creates the Canvas login of a person with a verified address, with the password they chose. */
  'canvas-user': { signUpId: number; entitlementId: number }
  'canvas-enrollment': { entitlementId: number }
  /** Sends a person's access as a score to one column of the school's LMS. */
  grade: { targetId: number }
  purge: Record<string, never>
  /** Daily work: ends expired access, sends reminders of access that ends soon, and queues missed grades. */
  daily: Record<string, never>
  /** E-mails staff about courses that newly wait for activation. */
  'waiting-courses': Record<string, never>
  /** E-mails staff about an LMS that registered itself. */
  'tell-of-registration': { platformId: number }
  /** Closes the open checkouts that no longer match what the course needs. */
  'close-checkouts': { entitlementId: number } | { courseId: number } | { productId: number }
  /** Moves the end of running access after a date of its course or school changed. */
  'move-access-ends': ({ courseId: number } | { schoolId: number }) & { mayShorten: boolean }
  /** Carries over the people of a deployment that replaces another connection, or parts them after that was undone. */
  'carry-people': { deploymentId: number }
  /** Erases the people of a school, a few at a time. */
  'erase-school': { erasureId: number }
  'process-clip': { clipId: number }
  /** Deletes files that no clip has any more. */
  'remove-clip-files': { names: string[] }
  'count-days': Record<string, never>
  /** Looks whether the mail server is back, if mail waits for it. */
  'wake-mail': Record<string, never>
  /** Runs the checks of /setup, and mails managers what has been wrong for an hour. */
  watch: Record<string, never>
  /** Asks the card provider about unfinished checkouts. */
  'check-checkouts': Record<string, never>
  /** Compares the card provider's sessions with our rows. */
  reconcile: { actor?: string }
}

export type JobName = keyof Jobs

/** Handlers by job name. They must be idempotent: a job may run again. `failures` counts failed attempts before. */
export type JobHandlers = { [N in JobName]: (data: Jobs[N], failures: number) => Promise<void> }

interface Queue {
  /** Timeout of a job. After it the job is tried again, even if it is still running. */
  seconds: number
  /** Number of jobs that one process runs at a time. */
  atOnce: number
  /** Number of jobs of one group that one process runs at a time, so that a slow host does not hold up the others. */
  perGroup?: number
  /** Pauses in seconds before each retry, in place of RETRY_AFTER. */
  retryAfter?: number[]
  /** Calls an outside service, or touches what the real site owns. A copy (OUTSIDE=off) leaves such jobs alone. */
  isOutside?: true
}

/** Pauses in seconds before each retry. After the last one the job becomes a dead letter. */
export const RETRY_AFTER = [2, 10, 30, 120, 600, 3600, 6 * 3600, 24 * 3600]
/** A code expires after ten minutes, and is not sent then. */
const CODE_RETRY_AFTER = [2, 10, 30, ...Array.from({ length: 12 }, () => 60)]

const MINUTE = 60
/** For jobs that go through many rows. */
const LONG = { seconds: 15 * MINUTE, atOnce: 1 }
const LONG_OUTSIDE = { ...LONG, isOutside: true } as const
/** As long as the claims of Canvas jobs last (CANVAS_CLAIM_MS). */
const CANVAS = { seconds: 3 * MINUTE, atOnce: 4, isOutside: true } as const

export const QUEUES: Record<JobName, Queue> = {
  'code-mail': { seconds: MINUTE, atOnce: 5, retryAfter: CODE_RETRY_AFTER },
  mail: { seconds: MINUTE, atOnce: 5 },
  // Fewer than the connections to the mail server, so that some are left for urgent mail.
  'bulk-mail': { seconds: MINUTE, atOnce: 3 },
  'sign-in-code': { seconds: MINUTE, atOnce: 2, retryAfter: CODE_RETRY_AFTER },
  'canvas-user': CANVAS,
  'canvas-enrollment': CANVAS,
  grade: { seconds: MINUTE, atOnce: 40, perGroup: 4, isOutside: true },
  purge: LONG,
  daily: LONG_OUTSIDE,
  'waiting-courses': LONG,
  'tell-of-registration': LONG,
  'close-checkouts': LONG_OUTSIDE,
  'move-access-ends': LONG,
  'carry-people': LONG,
  'erase-school': LONG,
  'process-clip': LONG_OUTSIDE,
  'remove-clip-files': LONG_OUTSIDE,
  'count-days': LONG,
  'check-checkouts': LONG_OUTSIDE,
  'wake-mail': LONG_OUTSIDE,
  watch: LONG_OUTSIDE,
  reconcile: LONG_OUTSIDE,
}
export const JOB_NAMES = keysOf(QUEUES)
/** Queues whose jobs send mail or text messages. Codes come first. */
export const MAIL_QUEUES = ['sign-in-code', 'code-mail', 'mail', 'bulk-mail'] as const satisfies JobName[]

/** The dead letter queue: jobs that failed for good. Staff see them and can retry them. */
export const DEAD_LETTERS = 'dead'
export const ALL_QUEUES = [...JOB_NAMES, DEAD_LETTERS]

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
  createdAt: Date
  /** When it is tried next; null once it failed for good. */
  nextAt: Date | null
}

/** What a job does, in the words of staff. */
export const jobTitles: Record<string, string> = {
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

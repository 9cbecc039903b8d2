import type { Coverage } from '#src/access/rules/coverage.ts'
import { endedAt } from '#src/access/rules/entitlement.ts'
import type { Role } from '#src/access/rules/role.ts'
import { duplicateNameMarks } from '#src/core/rules/duplicate-names.ts'

/** A course member from the LMS's list; email is neither needed nor stored. */
export interface RosterMember {
  ltiUserId: string
  name: string | null
  role: Role
  isActive: boolean
  /** True for a test student of the LMS, like Canvas's Student View. */
  isTest: boolean
}

/** Roster address of a course, and the platform or consumer to authenticate as. */
export type RosterSource =
  | { version: '1.1'; consumerId: number; url: string }
  | { version: '1.3'; platformId: number; url: string }

/** Port to LMS rosters. Throws if the LMS is down or refuses. */
export interface Rosters {
  read(source: RosterSource): Promise<RosterMember[]>
}

/** A person who opened the course, as a teacher may see them: progress, no amounts. */
export interface RosterPerson {
  ltiUserId: string | null
  name: string | null
  /** False for everyone who ever opened this course as a teacher, even if the LMS lists them as a learner. */
  isLearner: boolean
  isTest: boolean
  agreedAt: Date | null
  processedAt: Date | null
  accessEndsAt: Date | null
  unprocessedAt: Date | null
  /** Required products and their coverage. */
  needs: Pick<Coverage, 'product' | 'code' | 'paid'>[]
  /** True while a payment is not confirmed. */
  isPaying: boolean
}

/** Labels, in the order of a student's progress. */
export const rosterSteps = {
  absent: 'Not opened',
  opened: 'Opened',
  agreed: 'Agreed',
  codes: 'Codes',
  paid: 'Paid',
  ended: 'Ended',
  out: 'Removed',
  in: 'Has access',
} as const

type RosterStep = keyof typeof rosterSteps

export interface RosterRow {
  name: string
  /** Distinguishes students with the same name; null if the name is unique. */
  mark: string | null
  isTest: boolean
  step: RosterStep
  /** Step in words: '1 of 2 codes'. */
  word: string
  /** Next step and who takes it; null for people with access. */
  stuck: string | null
}

export const rosterMessages = {
  nameless: 'Student without a name',
  lmsAway: 'Your LMS did not send its class list. Students who have not opened the course are missing here.',
  noList: 'Your LMS does not share its class list. You see only students who opened the course.',
  nobody: 'No students have opened the course yet.',
  title: 'Who has access',
  nothing: 'Nothing is missing.',
  test: 'Test student',
  signedUp: 'Signed up with your link',
  total: (isIn: number, all: number) => `${isIn} of ${all} ${all === 1 ? 'student has' : 'students have'} access.`,
} as const

const stuck = {
  absent: 'Has not opened the link in your course yet.',
  opened: 'Opened the link. Has not agreed to the Terms of Use yet.',
  agreed: 'Agreed to the Terms of Use. Has not entered an access code or paid yet.',
  paid: 'Paid. We are confirming the payment. No action needed.',
  out: 'Was removed from the course. Write to us if this is a mistake.',
} as const

/** Returns the step of a student who opened the course. `date` formats as MM/DD/YY. */
export const rosterStep = (
  person: RosterPerson,
  date: (instant: Date) => string,
): Omit<RosterRow, 'name' | 'mark' | 'isTest'> => {
  const { needs, agreedAt, processedAt, unprocessedAt, isPaying } = person
  const covered = needs.filter(n => n.code !== null || n.paid)
  const ended = endedAt(person)
  if (processedAt) return { step: 'in', word: rosterSteps.in, stuck: null }
  if (isPaying) return { step: 'paid', word: rosterSteps.paid, stuck: stuck.paid }
  if (covered.length > 0) return { step: 'codes', word: halfWay(needs, covered), stuck: missing(needs) }
  if (ended) {
    const sentence = `Access ended on ${date(ended)}. They need a new access code or payment.`
    return { step: 'ended', word: rosterSteps.ended, stuck: sentence }
  }
  if (unprocessedAt) return { step: 'out', word: rosterSteps.out, stuck: stuck.out }
  const step = agreedAt ? 'agreed' : 'opened'
  return { step, word: rosterSteps[step], stuck: stuck[step] }
}

const halfWay = (needs: RosterPerson['needs'], covered: RosterPerson['needs']): string =>
  covered.some(n => n.paid)
    ? `${covered.length} of ${needs.length} products`
    : `${covered.length} of ${needs.length} codes`

const missing = (needs: RosterPerson['needs']): string =>
  `Still needs: ${needs
    .filter(n => n.code === null && !n.paid)
    .map(n => n.product)
    .join(', ')}.`

const ORDER = Object.keys(rosterSteps)

/**
 * Lists the students who opened the course, and those on the LMS's list who did not. People who are stuck come first.
 * The LMS's list decides who is a student, except that a person who opened the course as a teacher is none. `members` is
 * null if the LMS gave no list.
 */
export const rosterOf = (
  people: RosterPerson[],
  members: RosterMember[] | null,
  date: (instant: Date) => string,
): RosterRow[] => {
  const named = new Map((members ?? []).map(m => [m.ltiUserId, m]))
  const opened = new Set(people.map(p => p.ltiUserId))
  const here = people
    .filter(p => p.isLearner && (named.get(p.ltiUserId ?? '')?.role ?? 'learner') === 'learner')
    .map(person => ({
      ltiUserId: person.ltiUserId,
      isTest: person.isTest,
      name: named.get(person.ltiUserId ?? '')?.name ?? person.name ?? rosterMessages.nameless,
      ...rosterStep(person, date),
    }))
  const absent = (members ?? [])
    .filter(m => m.role === 'learner' && m.isActive && !m.isTest && !opened.has(m.ltiUserId))
    .map(m => ({
      ltiUserId: m.ltiUserId,
      isTest: false,
      name: m.name ?? rosterMessages.nameless,
      step: 'absent' as const,
      word: rosterSteps.absent,
      stuck: stuck.absent,
    }))
  return withMarks([...here, ...absent]).sort(
    (a, b) =>
      ORDER.indexOf(a.step) - ORDER.indexOf(b.step) ||
      a.name.localeCompare(b.name) ||
      (a.mark ?? '').localeCompare(b.mark ?? ''),
  )
}

/** Adds marks to equal names. Shows no email, and only as much of an id as needed. */
const withMarks = (rows: (Omit<RosterRow, 'mark'> & { ltiUserId: string | null })[]): RosterRow[] => {
  const { signedUp } = rosterMessages
  const marks = duplicateNameMarks(rows, { called: ({ name }) => name.trim().toLowerCase(), signedUp })
  return rows.map(({ ltiUserId: _, ...row }, at) => ({ ...row, mark: marks[at] ?? null }))
}

import type { Coverage } from './coverage.ts'
import { endedAt } from './entitlement.ts'
import type { Role } from './launch.ts'
import { duplicateNameMarks } from './told-apart.ts'

/** Somebody of a course, as the LMS lists them; an email is neither needed nor kept. */
export interface RosterMember {
  ltiUserId: string
  name: string | null
  role: Role
  isActive: boolean
}

/** Where the LMS of a course lists everybody, and who asks there. */
export type RosterSource =
  | { version: '1.1'; consumerId: number; url: string }
  | { version: '1.3'; platformId: number; url: string }

/** Class lists of LMSs. Throws when the LMS is away or says no. */
export interface Rosters {
  read(source: RosterSource): Promise<RosterMember[]>
}

/** Somebody who opened the course, as far as a teacher may know: how far they are, and nothing of money. */
export interface RosterPerson {
  ltiUserId: string | null
  name: string | null
  /** Who teaches is no student, also where the LMS's list says so (Moodle's non-editing teachers). */
  isLearner: boolean
  agreedAt: Date | null
  processedAt: Date | null
  accessEndsAt: Date | null
  unprocessedAt: Date | null
  /** What the course asks for, and whether it is covered. */
  needs: Pick<Coverage, 'product' | 'code' | 'paid'>[]
  /** A payment was made and is not confirmed yet. */
  isPaying: boolean
}

/** In the order in which a student goes. */
export const rosterSteps = {
  absent: 'Not opened',
  opened: 'Opened',
  agreed: 'Agreed',
  codes: 'Codes',
  paid: 'Paid',
  ended: 'Ended',
  out: 'Taken out',
  in: 'In',
} as const

export type RosterStep = keyof typeof rosterSteps

export interface RosterRow {
  name: string
  /** What tells students of one name apart; null: the name does. */
  mark: string | null
  step: RosterStep
  /** The step in words: '1 of 2 codes'. */
  word: string
  /** What is still to do, and by whom; null for who is in. */
  stuck: string | null
}

export const rosterMessages = {
  nameless: 'A student whose name the LMS keeps',
  lmsAway:
    'Your LMS did not give its class list just now. Students who have not opened the course yet are missing here.',
  noList: 'Only students who have opened the course are listed: your LMS does not share its class list.',
  nobody: 'No student has opened the course yet.',
  title: 'Who is in',
  nothing: 'Nothing is missing.',
  signedUp: 'Signed up by your link',
  total: (isIn: number, all: number) => `${isIn} of ${all} ${all === 1 ? 'student is' : 'students are'} in.`,
} as const

const stuck = {
  absent: 'Has not opened the link in your course yet.',
  opened: 'Opened the link. Has not agreed to the Terms of Use yet.',
  agreed: 'Agreed to the Terms of Use. Has not entered an access code or paid yet.',
  paid: 'Paid. The payment is being confirmed. There is nothing to do.',
  out: 'Was taken out of the course. Write to us if that is a mistake.',
} as const

/** The step of a student who opened the course. The date comes as MM/DD/YY. */
export const rosterStep = (person: RosterPerson, date: (instant: Date) => string): Omit<RosterRow, 'name' | 'mark'> => {
  const { needs, agreedAt, processedAt, unprocessedAt, isPaying } = person
  const covered = needs.filter(n => n.code !== null || n.paid)
  const ended = endedAt(person)
  if (processedAt) return { step: 'in', word: rosterSteps.in, stuck: null }
  if (isPaying) return { step: 'paid', word: rosterSteps.paid, stuck: stuck.paid }
  if (covered.length > 0) return { step: 'codes', word: halfWay(needs, covered), stuck: missing(needs) }
  if (ended) {
    const sentence = `Access ended on ${date(ended)}. A new access code or a payment opens the course again.`
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
 * Everybody a teacher may expect: who opened the course, and of the LMS's own list the learners who did not. Whoever is
 * stuck comes first. `members` is null where the LMS gave no list.
 */
export const rosterOf = (
  people: RosterPerson[],
  members: RosterMember[] | null,
  date: (instant: Date) => string,
): RosterRow[] => {
  const named = new Map((members ?? []).map(m => [m.ltiUserId, m]))
  const opened = new Set(people.map(p => p.ltiUserId))
  const here = people
    .filter(p => p.isLearner)
    .map(person => ({
      ltiUserId: person.ltiUserId,
      name: named.get(person.ltiUserId ?? '')?.name ?? person.name ?? rosterMessages.nameless,
      ...rosterStep(person, date),
    }))
  const absent = (members ?? [])
    .filter(m => m.role === 'learner' && m.isActive && !opened.has(m.ltiUserId))
    .map(m => ({
      ltiUserId: m.ltiUserId,
      name: m.name ?? rosterMessages.nameless,
      step: 'absent' as const,
      word: rosterSteps.absent,
      stuck: stuck.absent,
    }))
  return toldApart([...here, ...absent]).sort(
    (a, b) =>
      ORDER.indexOf(a.step) - ORDER.indexOf(b.step) ||
      a.name.localeCompare(b.name) ||
      (a.mark ?? '').localeCompare(b.mark ?? ''),
  )
}

/** A teacher sees no email here, least of all a minor's: of an id, no more than is needed. */
const toldApart = (rows: (Omit<RosterRow, 'mark'> & { ltiUserId: string | null })[]): RosterRow[] => {
  const { signedUp } = rosterMessages
  const marks = duplicateNameMarks(rows, { called: ({ name }) => name.trim().toLowerCase(), signedUp })
  return rows.map(({ ltiUserId: _, ...row }, at) => ({ ...row, mark: marks[at] ?? null }))
}

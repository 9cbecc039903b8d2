import type { Coverage } from '#src/access/rules/coverage.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import { normalize } from '#src/core/rules/normalize.ts'
import type { LaunchRole } from './launch.ts'

export interface RosterMember {
  ltiUserId: string
  name: string | null
  role: LaunchRole
  /** False for a member who left or is suspended. */
  isActive: boolean
  /** True for a test student of the LMS, like Canvas's Student View. */
  isTest: boolean
}

export type RosterSource =
  | { version: '1.1'; consumerId: number; url: string }
  | { version: '1.3'; platformId: number; url: string }

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

/** In the order of a student's progress. Students who left the class are a group of their own. */
export const rosterSteps = ['absent', 'opened', 'agreed', 'codes', 'paid', 'ended', 'out', 'in', 'left'] as const

type RosterStep = (typeof rosterSteps)[number]

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

export interface StepCount {
  step: RosterStep
  count: number
}

interface RosterFilter {
  step: RosterStep | null
  name: string
}

/** Longer than any name that we keep. */
export const NAME_MAX = 200

export const rosterFilter = ({ step, name = '' }: { step?: string; name?: string }): RosterFilter => ({
  step: rosterSteps.find(known => known === step) ?? null,
  name: name.trim().slice(0, NAME_MAX),
})

/** True for students of the class: no test students, and none who left. */
export const isStudent = ({ isTest, step }: RosterRow): boolean => !isTest && step !== 'left'

/** Counts the students at each step, from the last to the first, then those who left. Leaves out test students. */
export const countSteps = (rows: RosterRow[]): StepCount[] =>
  [...rosterSteps.slice(0, -1).reverse(), 'left' as const]
    .map(step => ({ step, count: rows.filter(row => row.step === step && !row.isTest).length }))
    .filter(({ count }) => count > 0)

export const filterRoster = (rows: RosterRow[], { step, name }: RosterFilter): RosterRow[] => {
  const wanted = normalize(name)
  return rows.filter(row => (step === null || row.step === step) && normalize(row.name).includes(wanted))
}

export const rosterNames = (rows: RosterRow[]): string =>
  rows
    .filter(isStudent)
    .map(({ name, mark }) => (mark ? `${name} (${mark})` : name))
    .join('\n')

/** Lines of the file to save. The byte order mark makes spreadsheets read letters with accents right. */
export const rosterCsv = (
  rows: RosterRow[],
  { student, step, stillNeeded, nothing }: Record<'student' | 'step' | 'stillNeeded' | 'nothing', string>,
): string =>
  `\u{feff}${[
    [student, step, stillNeeded],
    ...rows
      .filter(row => !row.isTest)
      .map(({ name, mark, word, stuck }) => [mark ? `${name} (${mark})` : name, word, stuck ?? nothing]),
  ]
    .map(csvLine)
    .join('')}`

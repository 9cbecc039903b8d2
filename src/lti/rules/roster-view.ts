import { csvLine } from '#src/core/rules/csv.ts'
import { normalize } from '#src/core/rules/normalize.ts'
import { type RosterRow, type RosterStep, rosterSteps } from './roster.ts'

/** Number of students at a step. */
export interface StepCount {
  step: RosterStep
  count: number
}

/** Filter of a teacher: one step, and part of a name. */
interface RosterFilter {
  step: RosterStep | null
  name: string
}

/** Longer than any name that we keep. */
export const NAME_MAX = 200

/** Reads the filter of an address. */
export const rosterFilter = ({ step, name = '' }: { step?: string; name?: string }): RosterFilter => ({
  step: rosterSteps.find(known => known === step) ?? null,
  name: name.trim().slice(0, NAME_MAX),
})

/** Counts the students at each step that has some, from the last step to the first. Leaves out test students. */
export const countSteps = (rows: RosterRow[]): StepCount[] =>
  rosterSteps
    .map(step => ({ step, count: rows.filter(row => row.step === step && !row.isTest).length }))
    .filter(({ count }) => count > 0)
    .reverse()

export const filterRoster = (rows: RosterRow[], { step, name }: RosterFilter): RosterRow[] => {
  const wanted = normalize(name)
  return rows.filter(row => (step === null || row.step === step) && normalize(row.name).includes(wanted))
}

/** Names to copy, one a line, with what distinguishes equal names. Leaves out test students. */
export const rosterNames = (rows: RosterRow[]): string =>
  rows
    .filter(row => !row.isTest)
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

import { endedAt } from '#src/access/rules/entitlement.ts'
import { duplicateNameMarks } from '#src/core/rules/person-names.ts'
import type { Texts } from '#src/texts/catalogues.ts'
import { type RosterMember, type RosterPerson, type RosterRow, rosterSteps } from '../rules/roster.ts'

interface RosterWords {
  texts: Texts['roster']
  date: (instant: Date) => string
}

export const rosterStep = (
  person: RosterPerson,
  { texts, date }: RosterWords,
): Omit<RosterRow, 'name' | 'mark' | 'isTest'> => {
  const { needs, agreedAt, processedAt, unprocessedAt, isPaying } = person
  const covered = needs.filter(n => n.code !== null || n.paid)
  const halfWay = texts.halfWay(
    covered.length,
    needs.length,
    covered.some(n => n.paid),
  )
  const ended = endedAt(person)
  if (processedAt) return { step: 'in', word: texts.steps.in, stuck: null }
  if (isPaying) return { step: 'paid', word: texts.steps.paid, stuck: texts.stuck.paid }
  if (covered.length > 0) return { step: 'codes', word: halfWay, stuck: texts.stillNeeds(missing(needs)) }
  if (ended) return { step: 'ended', word: texts.steps.ended, stuck: texts.endedOn(date(ended)) }
  if (unprocessedAt) return { step: 'out', word: texts.steps.out, stuck: texts.stuck.out }
  const step = agreedAt ? 'agreed' : 'opened'
  return { step, word: texts.steps[step], stuck: texts.stuck[step] }
}

/** The step of a student who left the class says how far they came. */
const leftStep = ({ word }: Pick<RosterRow, 'word'>, texts: Texts['roster']) => ({
  step: 'left' as const,
  word: texts.steps.left,
  stuck: texts.left(word),
})

const missing = (needs: RosterPerson['needs']): string =>
  needs
    .filter(n => n.code === null && !n.paid)
    .map(n => n.product)
    .join(', ')

/**
 * Lists the students who opened the course, and those on the LMS's list who did not. People who are stuck come first.
 * The LMS's list decides who is a student, except that a person who opened the course as a teacher is none. Who is
 * inactive on it, or missing from a complete one, has left the class. `list` is null if the LMS gave none.
 */
export const rosterOf = (
  people: RosterPerson[],
  list: { items: RosterMember[]; complete: boolean } | null,
  words: RosterWords,
): RosterRow[] => {
  const { texts } = words
  const members = list?.items ?? []
  const named = new Map(members.map(m => [m.ltiUserId, m]))
  const hasLeft = ({ ltiUserId, isTest }: RosterPerson) =>
    ltiUserId !== null && !isTest && list !== null && !(named.get(ltiUserId)?.isActive ?? !list.complete)
  const opened = new Set(people.map(p => p.ltiUserId))
  const here = people
    .filter(p => p.isLearner && (named.get(p.ltiUserId ?? '')?.role ?? 'learner') === 'learner')
    .map(person => ({
      ltiUserId: person.ltiUserId,
      isTest: person.isTest,
      name: named.get(person.ltiUserId ?? '')?.name ?? person.name ?? texts.nameless,
      ...(hasLeft(person) ? leftStep(rosterStep(person, words), texts) : rosterStep(person, words)),
    }))
  const absent = members
    .filter(m => m.role === 'learner' && m.isActive && !m.isTest && !opened.has(m.ltiUserId))
    .map(m => ({
      ltiUserId: m.ltiUserId,
      isTest: false,
      name: m.name ?? texts.nameless,
      step: 'absent' as const,
      word: texts.steps.absent,
      stuck: texts.stuck.absent,
    }))
  return withMarks([...here, ...absent], texts).sort(
    (a, b) =>
      rosterSteps.indexOf(a.step) - rosterSteps.indexOf(b.step) ||
      a.name.localeCompare(b.name) ||
      (a.mark ?? '').localeCompare(b.mark ?? ''),
  )
}

/** Adds marks to equal names. Shows no email, and only as much of an id as needed. */
const withMarks = (
  rows: (Omit<RosterRow, 'mark'> & { ltiUserId: string | null })[],
  { signedUp, idEndsIn }: Texts['roster'],
): RosterRow[] => {
  const marks = duplicateNameMarks(rows, { called: ({ name }) => name.trim().toLowerCase(), signedUp, idEndsIn })
  return rows.map(({ ltiUserId: _, ...row }, at) => ({ ...row, mark: marks[at] ?? null }))
}

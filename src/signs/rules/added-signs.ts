import { emptyFields, type SignEntry } from './dictionary.ts'
import { type EntryField, type EntryTexts, entryFaults, GLOSS, readEntry } from './entry-fields.ts'
import type { SignChange } from './sign-changes.ts'
import { slugOfGloss } from './sign-slug.ts'

/** Entries that staff add to the dictionary or withdraw from it (docs/rules/signs.md). */

/** A new entry as a person types it. */
export interface NewSign {
  gloss: string
  lesson: string
  texts: EntryTexts
}

const GLOSS_MAX = 60

export interface NewSignFault {
  field: 'gloss' | 'lesson' | EntryField
  rule: string
}

/** Lists what is wrong with a new entry. Whether related signs exist is checked by `missingGlosses`. */
export const newSignFaults = ({ gloss, lesson, texts }: NewSign, lessons: string[]): NewSignFault[] => {
  const faults: NewSignFault[] = entryFaults(gloss, texts)
  if (!lessons.includes(lesson)) faults.unshift({ field: 'lesson', rule: 'choose a lesson' })
  if (gloss.length > GLOSS_MAX) faults.unshift({ field: 'gloss', rule: `at most ${GLOSS_MAX} characters` })
  if (!GLOSS.test(gloss)) faults.unshift({ field: 'gloss', rule: 'write capitals, with hyphens between words' })
  return faults
}

/** Sentences for fields with a mistake. */
export type EntryProblems = Partial<Record<NewSignFault['field'], string>>

/** Returns the first mistake of each field as a sentence. */
export const problemsOf = (faults: NewSignFault[]): EntryProblems =>
  Object.fromEntries(
    [...faults].reverse().map(({ field, rule }) => [field, `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`]),
  )

/** Returns an entry without clips. Its texts have no faults. */
export const newEntry = ({ gloss, lesson, texts }: NewSign): SignEntry => ({
  slug: slugOfGloss(gloss),
  gloss,
  unit: Number(lesson.split('.')[0]),
  lesson,
  ...emptyFields,
  ...readEntry(texts),
})

/** Returns the fields of a change to show: all that changed, or what a new entry says. */
export const shownFields = ({ fields, entry }: SignChange): Partial<EntryTexts> =>
  entry ? Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')) : fields

/** Says whether the dictionary shows an entry: `new` waits for review or was sent back. */
export type EntryState = 'listed' | 'new' | 'withdrawn'

/** Finds the entry of a sign that the dictionary does not have, from its changes, the newest first. */
export const hiddenEntry = (changes: SignChange[]): { state: EntryState; entry: SignEntry } | null => {
  const [latest] = changes
  if (latest?.entry && !latest.withdraws && (latest.state === 'waiting' || latest.state === 'sent_back'))
    return { state: 'new', entry: latest.entry }
  const decision = changes.find(change => change.state === 'approved' && change.entry)
  return decision?.entry && decision.withdraws ? { state: 'withdrawn', entry: decision.entry } : null
}

/** An entry that the dictionary does not show: it waits, was sent back, or was withdrawn. */
export type HiddenSign = Pick<SignEntry, 'slug' | 'gloss' | 'lesson'> & Pick<SignChange, 'withdraws' | 'state'>

/** The latest approved decision about an entry as a whole. */
export interface WholeEntry {
  entry: SignEntry
  withdraws: boolean
}

/**
 * Applies to the signs of the content files what staff added and withdrew. An added entry goes to the end of its lesson;
 * one that the files have by now stays where they have it.
 */
export const withDecisions = (signs: SignEntry[], decisions: WholeEntry[]): SignEntry[] => {
  const withdrawn = new Set(decisions.filter(({ withdraws }) => withdraws).map(({ entry }) => entry.slug))
  const kept = signs.filter(sign => !withdrawn.has(sign.slug))
  const known = new Set(kept.map(sign => sign.slug))
  for (const { entry, withdraws } of decisions)
    if (!withdraws && !known.has(entry.slug)) kept.splice(placeOf(kept, entry), 0, entry)
  return kept
}

/** Index behind the last sign of the lesson, or else of its unit or the units before. */
const placeOf = (signs: SignEntry[], { lesson, unit }: SignEntry): number => {
  const inLesson = signs.findLastIndex(sign => sign.lesson === lesson)
  return (inLesson >= 0 ? inLesson : signs.findLastIndex(sign => sign.unit <= unit)) + 1
}

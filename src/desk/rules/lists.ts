import { codeCell } from '#src/core/rules/csv.ts'
import { type RefusalTexts, type Refused, refuse } from '#src/core/rules/outcome.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { isLimited, may, type Right, type Staff } from '#src/core/rules/staff.ts'

/** The most entries of one list. */
export const MAX_ENTRIES = 500

export const listActions = {
  'let-in': 'Let people in',
  'take-out': 'Take people out',
  release: 'Release codes',
} as const
export type ListAction = keyof typeof listActions

export const pasteListRefusals = {
  list_empty: { message: 'Paste at least one email or code.', field: 'list' },
  list_too_long: { message: `Paste at most ${MAX_ENTRIES} emails or codes at once.`, field: 'list' },
  reason_required: { message: 'Enter a reason.', field: 'reason' },
  effects_changed: { message: 'Something changed while you were reading. Check the list again.' },
} as const satisfies RefusalTexts
export type PasteListReason = keyof typeof pasteListRefusals

/** Actions on rows that were ticked in a list. */
export const bulkActions = {
  dates: { label: 'Set dates', right: 'change' },
  activate: { label: 'Activate', right: 'change', isForAll: true },
  'let-in': { label: 'Let in', right: 'change' },
  move: { label: 'Move', right: 'change', isDangerous: true },
  extend: { label: 'Extend', right: 'manage', isForAll: true },
  void: { label: 'Void', right: 'manage', isForAll: true, isDangerous: true },
  retry: { label: 'Try again', right: 'change', isForAll: true },
} as const satisfies Record<string, BulkRule>
export type BulkAction = keyof typeof bulkActions

interface BulkRule {
  label: string
  right: Right
  /** Not for a role that covers some schools only. */
  isForAll?: true
  isDangerous?: true
}

/** Returns those of the actions that a role may do. */
export const bulkActionsOf = (staff: Pick<Staff, 'role' | 'schools'>, actions: BulkAction[]): BulkAction[] =>
  actions.filter(action => {
    const { right, isForAll }: BulkRule = bulkActions[action]
    return may(staff, right) && !(isForAll && isLimited(staff))
  })

export const bulkRefusals = {
  no_action: { message: 'Choose an action.' },
  no_rows: { message: 'Tick at least one row.' },
  list_too_long: { message: `Tick at most ${MAX_ENTRIES} rows at once.` },
  date_required: { message: 'Enter a date.' },
  invalid_date: { message: 'This date is not valid (YYYY-MM-DD or MM/DD/YYYY).' },
  product_required: { message: 'Choose a product.' },
  course_required: { message: 'Enter the other course.' },
  reason_required: pasteListRefusals.reason_required,
  effects_changed: pasteListRefusals.effects_changed,
} as const satisfies RefusalTexts
export type BulkReason = keyof typeof bulkRefusals

/** Sentences about one entry of a list. */
export const entryTexts = {
  notEmail: 'This is not an email.',
  noRow: 'No one has this email.',
  noRowInCourse: 'No one has this email in this course.',
  isIn: 'Has access already.',
  isOut: 'Has no access.',
  teaches: 'Teaches or manages this course and needs no access.',
  noProduct: 'The course has no product yet.',
  paid: 'Paid by card. Take them out on their own page.',
  noCode: 'No such code.',
  unused: 'No one uses this code.',
  letIn: 'Gets access.',
  takeOut: 'Loses access. Their codes are taken back.',
  failed: 'Not done: something changed meanwhile.',
  gone: 'No longer there, or not in a school of yours.',
  past: 'The date must be today or later.',
  moves: (people: number) =>
    people === 0
      ? ''
      : `Also moves the date of ${people === 1 ? '1 person' : `${people.toLocaleString('en')} people`}.`,
  sameDates: 'Has these dates already.',
  noSignUpDate: 'An LTI 1.3 course has no date for sign-up.',
  isActive: (codes: string[]) => `Has products already: ${codes.join(', ')}.`,
  activate: (product: string) => `Gets ${product}.`,
  usedUp: 'No uses left.',
  isVoid: 'Void already.',
  voidCode: (left: number) => `Can't be used any more. ${left === 1 ? '1 use is' : `${left} uses are`} left now.`,
  noJob: 'That job is no longer waiting.',
  retry: 'Runs again now.',
} as const

/** Effect of an action on one row of a person, or the reason to refuse it. */
export interface ListStep {
  /** As pasted, or the key of the row that was ticked. */
  entry: string
  /** The row of a person; empty if none was found. */
  token: string
  /** The person and the course, or the name of the row; empty if none was found. */
  who: string
  isRefused: boolean
  says: string
}

/**
 * Returns the entries of a pasted list, each once: one on a line, or separated by commas or semicolons. Of
 * `Ana Lima <ana@school.example>` it takes the address.
 */
export const parseList = (text: string): { ok: true; entries: string[] } | Refused<'list_empty' | 'list_too_long'> => {
  const entries = [...new Map(text.split(/[\n\r,;\t]+/).flatMap(keyed)).values()]
  if (entries.length === 0) return refuse('list_empty')
  return entries.length > MAX_ENTRIES ? refuse('list_too_long') : { ok: true, entries }
}

const keyed = (part: string): [string, string][] => {
  const cell = codeCell(part.replace(/^\s*"(.*)"\s*$/, '$1')).slice(0, 300)
  const entry = cell.match(/<([^<>]+@[^<>]+)>$/)?.[1] ?? cell
  return entry === '' ? [] : [[cleanEmail(entry) ?? entry.toUpperCase(), entry]]
}

/** Kind of data in the rows of a list, which decides who may export it (docs/rules/staff.md). */
export type ListContents = 'facts' | 'codes' | 'people'

/** Returns true if a role may export a list. */
export const mayExport = (staff: Pick<Staff, 'role' | 'schools'>, holds: ListContents): boolean =>
  holds === 'facts' || (staff.schools === null && may(staff, holds === 'people' ? 'manage' : 'change'))

import { counted } from '#src/core/rules/counted.ts'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'
import type { Sign, SignEntry } from './dictionary.ts'
import {
  type EntryField,
  type EntryTexts,
  entryFaults,
  entryFieldNames,
  type FieldFault,
  missingGlosses,
  readEntry,
  tidyText,
  writeEntry,
} from './entry-fields.ts'

/** Changes of dictionary entries by staff, and their review (docs/rules/signs.md). */

/** `draft` was read from a file and not sent yet. `replaced` made way for a newer change of the same entry. */
export const changeStates = ['draft', 'waiting', 'approved', 'sent_back', 'replaced', 'discarded'] as const
export type ChangeState = (typeof changeStates)[number]

export const changeStateText: Record<ChangeState, string> = {
  draft: 'Not sent yet',
  waiting: 'Waits for review',
  approved: 'Approved',
  sent_back: 'Sent back',
  replaced: 'Replaced by a newer change',
  discarded: 'Discarded',
}

export interface SignChange {
  id: number
  /** Slug of the sign. */
  sign: string
  fields: Partial<EntryTexts>
  /** The whole entry, of one that is added or withdrawn. */
  entry: SignEntry | null
  withdraws: boolean
  state: ChangeState
  /** Name of the file that it was read from. */
  file: string | null
  /** Names of staff are null once the user was removed. */
  proposedBy: string | null
  createdAt: Date
  reviewedBy: string | null
  reviewedAt: Date | null
  comment: string
}

/** Names the changes that one person sent from one file. */
export interface SignFileKey {
  staffId: number
  at: Date
}

/** A change that a reviewer has to look at. */
export interface WaitingSignChange {
  id: number
  /** Slug of the sign; null for the changes of a file. */
  sign: string | null
  /** The gloss, or the name of the file. */
  gloss: string
  proposedBy: string | null
  at: Date
}

export const REMARK_MAX = 1000

/** Sentences of the reasons to refuse a step with a change. */
export const changeRefusals = {
  sign_not_found: { message: 'The dictionary has no such sign.' },
  sign_exists: { message: 'The dictionary has this sign already.', field: 'gloss' },
  sign_waits: { message: 'This sign waits for review already. Open it below the list of signs.', field: 'gloss' },
  change_not_found: { message: 'We could not find this change. It may have been discarded.' },
  entry_changed: { message: 'Somebody changed this entry after you opened it. Look at it again.' },
  nothing_changed: { message: 'Nothing differs from the dictionary. Change a field first.' },
  fields_wrong: { message: 'Some fields need another look. Correct them and save again.' },
  remark_required: { message: 'Say what to change, so that it can be corrected.', field: 'comment' },
} as const satisfies RefusalTexts

export type ChangeReason = keyof typeof changeRefusals

/** Returns the typed fields whose text is new. */
export const changedFields = (now: EntryTexts, typed: Partial<EntryTexts>): Partial<EntryTexts> =>
  Object.fromEntries(
    entryFieldNames.flatMap(field => {
      const text = tidyText(field, typed[field] ?? now[field])
      return text === now[field] ? [] : [[field, text]]
    }),
  )

/** Lists what is wrong with changed fields: their text, and glosses of related signs that do not exist. */
export const changeFaults = (
  gloss: string,
  fields: Partial<EntryTexts>,
  exists: (gloss: string) => boolean,
): FieldFault[] => [...entryFaults(gloss, fields), ...missingGlosses(fields, exists)]

/**
 * Applies the approved changes of staff to an entry of the content files, field by field. Leaves out related signs that
 * the files no longer have.
 */
export const withApproved = (
  sign: SignEntry,
  fields: Partial<EntryTexts> | undefined,
  exists: (gloss: string) => boolean,
): SignEntry => {
  if (!fields) return sign
  return withoutMissing({ ...sign, ...readEntry({ ...writeEntry(sign), ...fields }) }, exists)
}

/** Leaves out related signs that the dictionary does not have. */
export const withoutMissing = (sign: SignEntry, exists: (gloss: string) => boolean): SignEntry => ({
  ...sign,
  related: sign.related.filter(exists),
  confusable: sign.confusable.filter(exists),
})

interface Withdrawal {
  gloss: string
  lesson: string
  clips: number
  /** Lists of teachers that have it. */
  lists: number
  /** Other entries that name it as related or easily confused. */
  entries: number
}

/** Describes what withdrawing an entry does, in numbers. */
export const describeWithdrawal = ({ gloss, lesson, clips, lists, entries }: Withdrawal): string[] => [
  `Students and teachers no longer find ${gloss} in the dictionary, nor in the cards and sheets of Unit ${lesson}.`,
  lists === 0
    ? 'No list of a teacher has it.'
    : `It disappears from ${counted(lists, 'list of a teacher', 'lists of teachers')}.`,
  ...(entries === 0 ? [] : [`${counted(entries, 'other entry no longer names', 'other entries no longer name')} it.`]),
  clips === 0 ? 'It has no published clip.' : `${counted(clips, 'clip is', 'clips are')} kept, but not shown.`,
  'A reviewer decides. You can bring the entry back.',
]

/** An entry in the list of staff, with the state of its latest change. */
export interface ListedSign extends Sign {
  changeId: number | null
  /** The latest change withdraws it. */
  withdraws: boolean
  state: ChangeState | null
}

export const signSorts = { course: 'Order of the course', gloss: 'Gloss', newest: 'Changed last' } as const

export const signStates = {
  waiting: 'Waits for review',
  sent_back: 'Sent back',
  approved: 'Approved',
  untouched: 'Never changed',
} as const

/** Fields that an entry may lack. */
export const lackable = [
  'spanish',
  'handshape',
  'location',
  'movement',
  'hands',
  'mouth',
  'notes',
  'related',
  'confusable',
  'variants',
] as const satisfies EntryField[]

import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** The kind of person who asked for an erasure. A choice and not a text, so that it names nobody. */
const people = ['person', 'parent', 'school', 'law'] as const
export const requesters = [...people, 'retention', 'restore'] as const
export type Requester = (typeof requesters)[number]

export const requesterLabels: Record<Requester, string> = {
  person: 'The person',
  parent: 'A parent or guardian',
  school: 'Their school',
  law: 'A court or an authority',
  retention: 'Nobody: the time to keep it was over',
  restore: 'Nobody: a backup was restored',
}
/** The choices of the form. */
export const requesterOptions = people.map(value => ({ value, label: requesterLabels[value] }))

export const requesterOf = (typed: string | undefined): Requester | undefined => people.find(r => r === typed)

/** Ids of a person at another service, which staff erase there by hand. */
export interface ByHand {
  service: 'Stripe' | 'Canvas'
  /** The kind of thing that the ids name, such as 'payment'. */
  what: string
  ids: string[]
}

export const erasureRefusals = {
  person_not_found: { message: 'This person is not here, or was erased already.' },
  payment_unfinished: { message: 'A card payment is not finished. Wait until it is paid or ends, at most one day.' },
  payment_flagged: { message: 'A payment needs attention. Refund or close it under Payments first.' },
  dispute_open: { message: 'A card dispute is open. Wait until the bank has decided.' },
  requester_required: { message: 'Choose who asked for it.', field: 'asked' },
  effects_changed: { message: 'Something changed while you were reading. Check the page again.', field: 'confirmed' },
} as const satisfies RefusalTexts

export type ErasureReason = keyof typeof erasureRefusals

/** Reasons that block an erasure: money that is still moving. */
export interface Money {
  unfinished: boolean
  flagged: boolean
  disputed: boolean
}

export const erasureBlock = ({ unfinished, flagged, disputed }: Money): ErasureReason | null => {
  if (disputed) return 'dispute_open'
  if (flagged) return 'payment_flagged'
  return unfinished ? 'payment_unfinished' : null
}

export const erasureMessages = {
  erased: 'The person is erased. The list below says whether anything is left to erase by hand.',
  newPerson: 'If they open the course again, they start as a new person who has not paid.',
  mailboxes: 'Sent mail stays in mailboxes, including yours. Delete it there.',
  byHandDone: 'Marked as done.',
} as const

const ID_LENGTH = 8

/**
 * Returns true if a word belongs to its person wherever it occurs: an address, a full name, or a long id of letters and digits.
 * One name, a number or a short id may be part of any text.
 */
const isDistinct = (word: string): boolean =>
  word.includes('@') || /\S\s+\S/.test(word) || (word.length >= ID_LENGTH && /\p{L}/u.test(word) && /\d/.test(word))

const escapeWord = (word: string): string => word.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')
/** A word as it is in text, and as it is in JSON. */
const spellings = (word: string): string[] => [...new Set([word, JSON.stringify(word).slice(1, -1)])].map(escapeWord)

/**
 * PostgreSQL regular expression for the words of a person in texts about others and in values of JSON, never in its
 * keys. Null if none is distinct.
 */
export const wordPattern = (all: (string | null)[]): string | null => {
  const words = [...new Set(all.flatMap(word => word?.trim() || []))].filter(isDistinct)
  if (words.length === 0) return null
  return `(?<![[:alnum:]._%+@-])(?:${words.flatMap(spellings).join('|')})(?![[:alnum:]@_-])(?!"[[:space:]]*:)`
}

/** Replaces a word that was cut. */
export const CUT = '(erased)'

export const schoolErasureRefusals = {
  school_not_found: { message: 'Choose a school.', field: 'school' },
  count_changed: { message: 'The number of people changed. Check it again.', field: 'confirmed' },
  already_running: { message: 'The people of this school are being erased already.' },
} as const satisfies RefusalTexts

export type SchoolErasureReason = keyof typeof schoolErasureRefusals

export const schoolErasureMessages = {
  started: 'Erasing has started. Load this page again to see how far it is.',
  kept: 'Some people stay: a payment is not settled, or they have a course of another school.',
} as const

import { singleSpaced } from '#src/core/rules/normalize.ts'
/** A teacher's own list of signs. It belongs to a course; whoever has its link may open it. */
export interface SignList {
  id: number
  name: string
  /** Token of the link for students. */
  link: string
  /** Slugs of its signs, in its order. */
  signs: string[]
}

/** Lists of a course. The database refuses more. */
export const LISTS_MAX = 20
/** Signs on a list. The database refuses more. */
export const LIST_SIGNS_MAX = 100
export const LIST_NAME_MAX = 60

export type SignListReason =
  | 'page_expired'
  | 'list_not_found'
  | 'list_name_required'
  | 'list_name_too_long'
  | 'list_name_taken'
  | 'too_many_lists'
  | 'list_too_long'

/** The name as it is stored. */
export const listName = singleSpaced

/** Returns what is wrong with the name of a list, or null. `others` are the other lists of the course. */
export const nameFault = (name: string, others: Pick<SignList, 'name'>[]): SignListReason | null => {
  if (name === '') return 'list_name_required'
  if (name.length > LIST_NAME_MAX) return 'list_name_too_long'
  const isTaken = others.some(other => other.name.toLowerCase() === name.toLowerCase())
  return isTaken ? 'list_name_taken' : null
}

import { queryRow, queryRows } from '#src/core/db/statements.ts'
import { nameOf } from './staff-names.ts'

interface LetterComment {
  character: string
  text: string
  /** The version of the drawings that was looked at. */
  drawings: string
  createdAt: Date
  by: string | null
}

/** Comments on all characters, the oldest first. */
export const listComments = queryRows<LetterComment>(
  'alphabet_comments',
  `select c.character, c.text, c.drawings, c.created_at as "createdAt", ${nameOf('c.staff_id')} as by
   from alphabet_comments c order by c.id limit 2000`,
)

/** Returns the approval of a version of the drawings, with the reviewer and the time; null if there is none. */
export const findReview = queryRow<{ by: string | null; createdAt: Date }, [drawings: string]>(
  'alphabet_review',
  `select ${nameOf('r.staff_id')} as by, r.created_at as "createdAt" from alphabet_reviews r where r.drawings = $1`,
)

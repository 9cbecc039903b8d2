import { asc, eq, sql } from 'drizzle-orm'
import { staffUsers } from '#src/accounts/store/schema/staff.ts'
import { type Database, firstOrNull } from '#src/core/db/db.ts'
import { alphabetComments, alphabetReviews } from './schema/fingerspelling.ts'

const nameOfStaff = sql<string | null>`nullif(trim(${staffUsers.firstName} || ' ' || ${staffUsers.lastName}), '')`

/** Comments on all characters, the oldest first. */
export const listComments = ({ orm }: Pick<Database, 'orm'>) =>
  orm
    .select({
      character: alphabetComments.character,
      text: alphabetComments.text,
      drawings: alphabetComments.drawings,
      createdAt: alphabetComments.createdAt,
      by: nameOfStaff,
    })
    .from(alphabetComments)
    .leftJoin(staffUsers, eq(staffUsers.id, alphabetComments.staffId))
    .orderBy(asc(alphabetComments.id))
    .limit(2000)

/** Returns the approval of a version of the drawings, with the reviewer and the time; null if there is none. */
export const findReview = ({ orm }: Pick<Database, 'orm'>, drawings: string) =>
  orm
    .select({ by: nameOfStaff, createdAt: alphabetReviews.createdAt })
    .from(alphabetReviews)
    .leftJoin(staffUsers, eq(staffUsers.id, alphabetReviews.staffId))
    .where(eq(alphabetReviews.drawings, drawings))
    .then(firstOrNull)

import type { NumberedTable, TermRows } from '../store/term-tables.ts'

/** The instant by which staff see the rows of a numbered table in order. */
const AT: { [T in NumberedTable]: (row: TermRows[T][number]) => Date | null | undefined } = {
  deployments: row => row.createdAt,
  people: row => row.createdAt,
  courses: row => row.createdAt,
  couponBatches: row => row.createdAt,
  coupons: row => row.createdAt,
  enrollments: row => row.createdAt,
  memberships: row => row.createdAt,
  checkouts: row => row.completedAt ?? row.createdAt,
  helpRequests: row => row.at,
  audit: row => row.at,
  launchDiary: row => row.at,
}

/** Returns the instants of the rows of a table, in the order in which they were made. */
export const instantsOf = <T extends NumberedTable>(table: T, rows: TermRows[T]): number[] => {
  const at = AT[table]
  return rows.map(row => at(row)?.getTime() ?? 0)
}

/**
 * Divides ascending ids among schools, so that a row that is newer has a larger id, whatever its school. `instants` has
 * the rows of each school. Returns the ids of each school in the order of its rows.
 */
export const numberByTime = (instants: number[][], ids: number[]): number[][] => {
  const rows = instants.flatMap((ofSchool, school) => ofSchool.map((at, row) => ({ at, school, row })))
  // Sorting is stable: rows of the same instant keep the order in which they were made.
  rows.sort((a, b) => a.at - b.at)
  const numbered = instants.map(ofSchool => new Array<number>(ofSchool.length))
  for (const [rank, { school, row }] of rows.entries()) numbered[school]![row] = ids[rank]!
  return numbered
}

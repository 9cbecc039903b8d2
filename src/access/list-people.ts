import type { Needs } from '#src/context.ts'
import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { ListedPerson } from './rules/people-list.ts'
import { countRunning } from './store/access-ends.ts'
import { listPeopleRows } from './store/people-list.ts'

/** Lists people in courses of the schools of the role, a page at a time. */
export const listPeople = ({ db }: Needs<'db'>, query: ListQuery, by: Staff): Promise<ListPage<ListedPerson>> =>
  listPeopleRows(db, query, by)

/** Counts the people who have access to a course now. */
export const countPeopleIn = ({ db, clock }: Needs<'clock' | 'db'>, courseId: number): Promise<number> =>
  countRunning(db, courseId, clock.now())

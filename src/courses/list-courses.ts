import type { ListPage, ListQuery } from '#src/core/rules/list-query.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import type { ListedCourse } from './rules/course-list.ts'
import { listCourseRows } from './store/course-list.ts'
import type { App } from "#src/context.ts";

/** Lists the courses in the schools of the role, a page at a time. */
export const listCourses =
  ({ db }: App, query: ListQuery, by: Staff): Promise<ListPage<ListedCourse>> =>
    listCourseRows(db, query, by)

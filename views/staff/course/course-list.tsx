import { withFilter } from '#src/core/rules/list-query.ts'
import { courseSorts, courseStates, type ListedCourse } from '#src/courses/rules/course-list.ts'
import { termOf } from '#src/courses/rules/term.ts'
import { listCourses } from '#src/courses/staff-courses.ts'
import { hrefs, paths } from '../../paths.ts'
import { productFilter, schoolFilter, stateFilter, termFilter } from '../list/filters.ts'
import type { StaffList } from '../list/staff-list.ts'
import { TwoLines } from '../list/two-lines.tsx'

const pageOf = ({ version, token, contextId, id }: ListedCourse): string =>
  version === '1.3' && token ? hrefs.activateCourse(token) : hrefs.course(contextId, id)

const Products = ({ course }: { course: ListedCourse }) =>
  course.products.length > 0 ? (
    course.products.join(', ')
  ) : (
    <a href={pageOf(course)}>
      Choose a product<span className="visually-hidden"> for {course.title}</span>
    </a>
  )

/** All courses of both LTI versions. */
export const courseList: StaffList<ListedCourse> = {
  name: 'courses',
  title: 'All courses',
  path: paths.course,
  search: 'Title, label or context ID',
  columns: [
    {
      head: 'Course',
      value: c => c.title,
      cell: c => (
        <TwoLines below={c.contextId}>
          <a href={hrefs.coursePage(c.id)}>{c.title}</a>
        </TwoLines>
      ),
    },
    { head: 'Context ID', value: c => c.contextId, inFile: true },
    { head: 'School', value: c => c.school },
    { head: 'LTI', value: c => c.version, minor: true },
    {
      head: 'Term',
      value: c => termOf(c.beginsAt).label,
      cell: c => <span className="one-line">{termOf(c.beginsAt).label}</span>,
    },
    { head: 'Products', value: c => c.products.join(', '), cell: c => <Products course={c} /> },
    { head: 'Have access', value: c => c.people[0], figure: true },
    { head: 'Without access', value: c => c.people[1], figure: true },
    { head: 'Since', value: c => c.createdAt, minor: true },
  ],
  filters: [schoolFilter, termFilter, stateFilter(courseStates), productFilter],
  sorts: courseSorts,
  empty: 'No course matches. A course appears with its first launch.',
  holds: 'facts',
  find: listCourses,
}

/** The courses of LTI 1.3. */
export const activationList: StaffList<ListedCourse> = {
  ...courseList,
  title: 'LTI 1.3 courses',
  path: paths.activateCourse,
  find: (app, query, by) => listCourses(app, withFilter(query, 'version', '1.3'), by),
}

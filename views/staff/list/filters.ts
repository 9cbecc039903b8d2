import { rowId } from '#src/core/rules/row-id.ts'
import { listProducts } from '#src/courses/products.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { recentTerms } from '#src/courses/rules/term.ts'
import { findCourseById } from '#src/courses/staff-courses.ts'
import { schoolChoices } from '#src/schools/rules/school-list.ts'
import { listSchools } from '#src/staff/limit-schools.ts'
import type { ListFilter } from './staff-list.ts'

/** A filter with fixed choices. */
export const choiceFilter = (name: string, label: string, labels: Record<string, string>): ListFilter => ({
  name,
  label,
  options: () => Object.entries(labels).map(([value, label]) => ({ value, label })),
})

export const stateFilter = (labels: Record<string, string>): ListFilter => choiceFilter('state', 'State', labels)

/** Only schools that the role covers. */
export const schoolFilter: ListFilter = {
  name: 'school',
  label: 'School',
  options: async ({ app, staff }) => schoolChoices(await listSchools(app, staff)),
}

/** Only for links: the list of the people of one course. */
export const courseFilter: ListFilter = {
  name: 'course',
  label: 'Course',
  options: async ({ app, staff, query }) => {
    const course = await findCourseById(app, rowId(query.course) ?? 0, staff)
    return course ? [{ value: String(course.id), label: courseName(course) }] : []
  },
}

export const termFilter: ListFilter = {
  name: 'term',
  label: 'Term',
  options: ({ now }) => recentTerms(now).map(({ key, label }) => ({ value: key, label })),
}

export const productFilter: ListFilter = {
  name: 'product',
  label: 'Product',
  options: async ({ app }) =>
    (await listProducts(app)).map(({ productCode, name, isFree }) => ({
      value: productCode,
      label: isFree ? 'Free, without code or payment' : name,
    })),
}

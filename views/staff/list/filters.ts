import { schoolText } from '#src/core/rules/school-ref.ts'
import { recentTerms } from '#src/courses/rules/term.ts'
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
  options: async ({ modules, staff }) =>
    (await modules.staff.listSchools(staff)).map(school => ({ value: schoolText(school), label: school.name })),
}

export const termFilter: ListFilter = {
  name: 'term',
  label: 'Term',
  options: ({ now }) => recentTerms(now).map(({ key, label }) => ({ value: key, label })),
}

export const productFilter: ListFilter = {
  name: 'product',
  label: 'Product',
  options: async ({ modules }) =>
    (await modules.courses.listProducts()).map(({ productCode, name }) => ({ value: productCode, label: name })),
}

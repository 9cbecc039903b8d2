import type { SqlValues } from '#src/core/db/list-rows.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import type { Staff } from '#src/core/rules/staff.ts'
import { parseTerm } from '../../rules/term.ts'
import { inSchools } from './course-columns.ts'

/** SQL for the instant at which a course `c` begins, which decides its term. */
export const COURSE_BEGINS = 'coalesce(c.term_starts_at, c.created_at)'

/**
 * SQL conditions that a course `c` is in a school of the role, and passes the filters course, school, term and product of
 * a list. Null for those not set.
 */
export const courseConditions = (
  { course, school, term, product }: Record<string, string>,
  by: Pick<Staff, 'schools'>,
  values: SqlValues,
): (string | null)[] => [
  by.schools && inSchools(values.add(by.schools)),
  courseCondition(course, values),
  schoolCondition(school, values),
  termCondition(term, values),
  product
    ? `exists (select from course_products cp join products r on r.id = cp.product_id where cp.course_id = c.id and r.product_code = ${values.add(product)})`
    : null,
]

const courseCondition = (typed: string | undefined, values: SqlValues): string | null => {
  const course = rowId(typed)
  return course === null ? null : `c.id = ${values.add(course)}`
}

const schoolCondition = (typed: string | undefined, values: SqlValues): string | null => {
  const school = rowId(typed)
  return school === null ? null : `c.school_id = ${values.add(school)}`
}

const termCondition = (typed: string | undefined, values: SqlValues): string | null => {
  const term = parseTerm(typed)
  return term && `${COURSE_BEGINS} >= ${values.add(term.from)} and ${COURSE_BEGINS} < ${values.add(term.to)}`
}

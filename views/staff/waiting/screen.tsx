import { rowIds } from '#src/core/rules/rows.ts'
import { listProducts } from '#src/courses/products.ts'
import { productChoices } from '#src/courses/rules/activation.ts'
import { listWaitingCourses } from '#src/courses/waiting-courses.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { OfficePage } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'
import { activateCourses, WaitingTable } from './waiting-table.tsx'

const load = async ({ app }: StaffContext) => {
  const choices = productChoices(await listProducts(app.db))
  return page({ courses: await listWaitingCourses(app), choices }, { title: 'Courses Waiting' })
}

/** Returns the courses that the pressed button is about: one, all of a school, or those that were ticked. */
const coursesIn = async ({ app }: StaffContext, { fields: { only, school }, all }: Form): Promise<number[]> => {
  if (only) return rowIds([only])
  if (!school) return rowIds(all.courses)
  return (await listWaitingCourses(app)).filter(course => String(course.schoolId) === school).map(({ id }) => id)
}

/** Activates courses with the products chosen in their rows. Of a school, those without a choice are left out. */
const activate = async (context: StaffContext, form: Form) => {
  const choices = (await coursesIn(context, form)).map(courseId => ({
    courseId,
    productIds: rowIds(form.fields[`products_${courseId}`]?.split(' ')),
  }))
  const chosen = form.fields.school ? choices.filter(({ productIds }) => productIds.length > 0) : choices
  return activateCourses(context, chosen, paths.waitingCourses)
}

/** Courses waiting: launched courses that have no product yet. */
export const waitingScreen = staffScreen({
  path: paths.waitingCourses,
  nav: { section: 'Today', label: 'Courses Waiting', waits: 'courses' },
  load,
  submit: { activate },
  View: ({ data }) => (
    <OfficePage
      title="Courses Waiting"
      lead="These courses have no products yet. Choose products so that students can enter."
    >
      <WaitingTable {...data} />
      <p className="soft">
        New courses can start with the default products of their school. Open a school above to set them.
      </p>
    </OfficePage>
  ),
})

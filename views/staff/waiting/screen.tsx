import { rowId, rowIds } from '#src/core/rules/rows.ts'
import { courseStatus } from '#src/courses/contract.ts'
import { listProducts } from '#src/courses/products.ts'
import { courseRefusals, productChoices } from '#src/courses/rules/activation.ts'
import { activateWaitingCourses, listWaitingCourses } from '#src/courses/waiting-courses.ts'
import { refused } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { OfficePage } from '../../ui/office-page.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { answerActivated, WaitingTable, type WaitingTableProps } from './waiting-table.tsx'

type WaitingPage = Omit<WaitingTableProps, 'timezone'>

const load = async ({ app, staff }: StaffContext) => {
  const [courses, products] = [await listWaitingCourses(app), await listProducts(app.db)]
  const data = { courses, choices: productChoices(products), rights: rightsOf(staff) }
  return page<WaitingPage>(data, { title: 'Courses Waiting' })
}

/**
 * Activates one course by its own button, all selected courses, or all courses of a school for which products are
 * chosen. Each gets the products of its row.
 */
const activate = async (context: StaffContext, { fields, all }: Form) => {
  const { only, school } = fields
  const productsOf = (courseId: number) => rowIds((fields[`products_${courseId}`] ?? '').split(' '))
  const courses = only ? rowIds([only]) : school ? await coursesOf(context, rowId(school)) : rowIds(all.courses ?? [])
  const choices = courses
    .map(courseId => ({ courseId, productIds: productsOf(courseId) }))
    .filter(({ productIds }) => !school || productIds.length > 0)
  const result = await activateWaitingCourses(context.app, choices, context.staff)
  return result.ok
    ? answerActivated(paths.waitingCourses, result)
    : refused(result.reason, courseRefusals[result.reason], courseStatus[result.reason])
}

const coursesOf = async ({ app }: StaffContext, schoolId: number | null): Promise<number[]> =>
  (await listWaitingCourses(app)).filter(c => c.schoolId === schoolId).map(c => c.id)

/** Courses waiting: launched courses that have no product yet. */
export const waitingScreen = staffScreen<WaitingPage>({
  path: paths.waitingCourses,
  nav: { section: 'Today', label: 'Courses Waiting', waits: 'courses' },
  load,
  submit: { activate },
  View: ({ data, site }) => (
    <OfficePage
      title="Courses Waiting"
      lead="These courses have no products yet. Choose products so that students can enter."
    >
      <WaitingTable {...data} timezone={site.timezone} />
      <p className="soft">
        New courses can start with the default products of their school. Open a school above to set them.
      </p>
    </OfficePage>
  ),
})

import { rowIds } from '#src/core/rules/row-id.ts'
import { courseStatus } from '#src/courses/contract.ts'
import { courseRefusals, productChoices } from '#src/courses/rules/activation.ts'
import { waitingMessages } from '#src/courses/rules/waiting-courses.ts'
import { paths } from '../../paths.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { Feedback, type FeedbackText } from '../../ui/feedback.tsx'
import { OfficePage } from '../../ui/office-page.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { WaitingTable, type WaitingTableProps } from './waiting-table.tsx'

interface WaitingPage extends Omit<WaitingTableProps, 'timezone'> {
  feedback: FeedbackText | null
}

const show = async (context: StaffContext, feedback: FeedbackText | null = null, status = 200) => {
  const { modules, staff } = context
  const [courses, products] = [await modules.courses.listWaitingCourses(), await modules.courses.listProducts()]
  const data = { courses, choices: productChoices(products), rights: rightsOf(staff), feedback }
  return page<WaitingPage>(data, { title: 'Courses Waiting', status })
}

/**
 * Activates one course by its own button, all selected courses, or all courses of a school for which products are
 * chosen. Each gets the products of its row.
 */
const activate = async (context: StaffContext, { fields, all }: Form): Promise<Result<WaitingPage>> => {
  const { only, school } = fields
  const productsOf = (courseId: number) => rowIds((fields[`products_${courseId}`] ?? '').split(' '))
  const courses = only ? rowIds([only]) : school ? await coursesOf(context, school) : rowIds(all.courses ?? [])
  const choices = courses
    .map(courseId => ({ courseId, productIds: productsOf(courseId) }))
    .filter(({ productIds }) => !school || productIds.length > 0)
  const result = await context.modules.courses.activateWaitingCourses(choices, context.staff)
  if (!result.ok) {
    const { message: text } = courseRefusals[result.reason]
    return show(context, { tone: 'problem', text }, courseStatus[result.reason])
  }
  const { activated, late } = result
  const text = waitingMessages.result(
    activated.map(a => a.name),
    late,
  )
  return late.length > 0 ? show(context, { tone: 'problem', text }, 409) : show(context, { tone: 'good', text })
}

const coursesOf = async ({ modules }: StaffContext, school: string): Promise<number[]> =>
  (await modules.courses.listWaitingCourses()).filter(c => c.schoolKey === school).map(c => c.id)

/** Courses waiting: launched courses that have no product yet. */
export const waitingScreen = staffScreen<WaitingPage>({
  path: paths.waitingCourses,
  nav: { group: 'Courses', label: 'Courses Waiting', waits: 'courses' },
  load: context => show(context),
  submit: { activate },
  View: ({ data: { feedback, ...table }, site }) => (
    <OfficePage
      title="Courses Waiting"
      lead="These courses have no products yet. Choose products so that students can enter."
    >
      <Feedback feedback={feedback} />
      <WaitingTable {...table} timezone={site.timezone} />
      <p>
        <a href={paths.defaultProducts}>Set a school's default products</a>
      </p>
    </OfficePage>
  ),
})

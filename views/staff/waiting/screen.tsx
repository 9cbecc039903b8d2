import { rowIds } from '#src/core/rules/rows.ts'
import { courseStatus } from '#src/courses/contract.ts'
import { listProducts } from '#src/courses/products.ts'
import { courseRefusals, productChoices, productLabel } from '#src/courses/rules/activation.ts'
import {
  MOST_WAITING,
  type OfferedProduct,
  titleOf,
  type WaitingCourse,
  waitingMessages,
} from '#src/courses/rules/waiting-courses.ts'
import { activateWaitingCourses, listWaitingCourses } from '#src/courses/waiting-courses.ts'
import { type Done, done, type Refusal, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, type LocalPath, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, linkTo } from '../../ui/facts.tsx'
import { OfficePage, Panel, useDates } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen, useRights } from '../staff-screen.ts'

const load = async ({ app }: StaffContext) => {
  const choices = productChoices(await listProducts(app.db))
  return page({ courses: await listWaitingCourses(app), choices }, { title: 'Courses Waiting' })
}

type Choices = Parameters<typeof activateWaitingCourses>[1]

/** Activates waiting courses, then leads to `to`. Refused if a colleague changed one meanwhile; the others are active. */
export const activateCourses = async (
  { app, staff }: StaffContext,
  choices: Choices,
  to: LocalPath,
): Promise<Done | Refusal> => {
  const result = await activateWaitingCourses(app, choices, staff)
  if (!result.ok) return refused(result.reason, courseRefusals[result.reason], courseStatus[result.reason])
  const names = result.activated.map(({ name }) => name)
  const text = waitingMessages.result(names, result.late)
  return result.late.length > 0 ? refused('course_changed', { message: text }, 409) : done(to, text)
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
      {data.courses.length === MOST_WAITING && (
        <p className="soft">
          At most {MOST_WAITING} courses are listed: those with the most people. Activate these to see the others.
        </p>
      )}
      <p className="soft">
        New courses can start with the default products of their school. Open a school above to set them.
      </p>
    </OfficePage>
  ),
})

/** Launched courses without a product, those with most students first, each with suggested products. */
const WaitingTable = ({ courses, choices }: DataOf<typeof load>) => {
  const { date } = useDates()
  const several = useRights().change && courses.length > 1
  return (
    <Panel title={courses.length === 0 ? 'Courses waiting' : `Courses waiting (${courses.length})`}>
      <form method="post" action={paths.waitingCourses} className="form">
        <input type="hidden" name="intent" value="activate" />
        {/* First in the form, because Enter in any field presses the first button. It must not activate a single course. */}
        {several && (
          <div className="buttons">
            <Button look="quiet">Activate selected courses</Button>
            {schoolsOf(courses).map(({ id, name, count }) => (
              <Button key={id} look="quiet" name="school" value={id}>
                Activate all {count} of {name}
              </Button>
            ))}
          </div>
        )}
        <DataTable
          caption="Courses waiting for a product"
          head={[...(several ? ['Select'] : []), 'Course', 'School', 'Teachers', 'Students', 'Since', 'Products']}
          figures={[several ? 4 : 3]}
          empty="No courses are waiting."
          rows={courses.map(course => ({
            key: course.id,
            cells: [
              ...(several ? [<CourseCheckbox key="t" course={course} />] : []),
              linkTo(hrefs.coursePage(course.id), titleOf(course, course.contextId)),
              linkTo(hrefs.schoolPage(course.schoolId), course.school),
              course.teachers.join(', ') || 'unknown',
              course.students,
              date(course.since),
              <Products key="p" course={course} choices={choices} />,
            ],
          }))}
        />
      </form>
    </Panel>
  )
}

const isSure = ({ suggestion }: WaitingCourse): boolean => suggestion !== null && !suggestion.isGuess

/** Returns the schools with several courses whose products are not a guess. */
const schoolsOf = (courses: WaitingCourse[]): { id: number; name: string; count: number }[] =>
  [...new Map(courses.map(c => [c.schoolId, c.school]))]
    .map(([id, name]) => ({ id, name, count: courses.filter(c => c.schoolId === id && isSure(c)).length }))
    .filter(({ count }) => count > 1)

/** Product choice of a course, with the button that activates it: the suggested products with a reason, or any single product. A guess is not preselected. */
const Products = ({ course, choices }: { course: WaitingCourse; choices: OfferedProduct[] }) => {
  const { suggestion } = course
  const codes = suggestion?.products.map(p => p.productCode).join(' + ')
  if (!useRights().change) return suggestion?.isGuess ? suggestion.because : (codes ?? 'unknown')
  return (
    <div className="products-of">
      <select
        name={`products_${course.id}`}
        className="select"
        aria-label={`Products of ${titleOf(course, course.contextId)}`}
        defaultValue={suggestion && isSure(course) ? idsOf(suggestion.products) : ''}
      >
        {!isSure(course) && <option value="">Choose</option>}
        {suggestion && <option value={idsOf(suggestion.products)}>{codes}</option>}
        {choices
          .filter(p => idsOf([p]) !== (suggestion && idsOf(suggestion.products)))
          .map(p => (
            <option key={p.id} value={p.id}>
              {productLabel(p)}
            </option>
          ))}
      </select>
      <Button name="only" value={course.id} aria-label={`Activate: ${titleOf(course, course.contextId)}`}>
        Activate
      </Button>
      {suggestion && <span className="hint">{suggestion.because}</span>}
    </div>
  )
}

const idsOf = (products: OfferedProduct[]): string => products.map(p => p.id).join(' ')

const CourseCheckbox = ({ course }: { course: WaitingCourse }) => (
  <label className="tick">
    <input
      type="checkbox"
      name="courses"
      value={course.id}
      aria-label={`Select ${titleOf(course, course.contextId)}`}
    />
  </label>
)

import { countPeopleIn } from '#src/access/people.ts'
import { activationRefusals } from '#src/access/rules/access-refusals.ts'
import { activateWithTestCode } from '#src/access/token-activations.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { activateLtiCourse, undoCourseDates } from '#src/courses/activation.ts'
import { courseStatus } from '#src/courses/contract.ts'
import { findCourseById } from '#src/courses/courses.ts'
import { listProducts } from '#src/courses/products.ts'
import {
  activationMessages,
  type CourseSettings,
  canUndo,
  courseRefusals,
  productChoices,
  productLabel,
  productValue,
  type StaffCourse,
  settingsChanged,
  settingsOf,
} from '#src/courses/rules/activation.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { chosenIn, shownChoices } from '#src/courses/rules/course-settings.ts'
import { migrationCompletion } from '#src/courses/rules/migration-progress.ts'
import { checkCourse, countClass } from '#src/desk/reports.ts'
import { type ClassCounts, classParts, classPoint, classSteps } from '#src/desk/rules/course-reports.ts'
import { done, posted, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs } from '../../paths.ts'
import type { Form } from '../../screen.ts'
import { QuietLink } from '../../ui/button.tsx'
import { Copied, DataTable } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Beside, Panel, useShownOnce } from '../../ui/office-page.tsx'
import { Activations, askAboutProducts, CourseFacts } from '../courses.tsx'
import { BarFigure } from '../figures/bars.tsx'
import { History, historyOf } from '../history.tsx'
import { Readiness } from '../readiness.tsx'
import { doneUndo, formId, rightsOf, type StaffContext, useRights } from '../staff-screen.ts'
import CourseForm, { type CourseFormProps } from './course-form.island.tsx'

/**
 * Loads the panel of a course, which its page and the two Activate pages show. `action`: the page that shows it, which has
 * the actions below.
 */
export const showCourse = async (context: StaffContext, course: StaffCourse, action: string) => {
  const { app, now } = context
  const history = await historyOf(context, [{ kind: 'course', id: course.id }])
  return {
    course,
    action,
    form: await formOf(context, course, { action, seen: history[0]?.id ?? 0 }),
    counts: await countClass(app.db, course.id),
    /** Steps that remain until students can start. */
    readiness: await checkCourse(app, course.id),
    history,
    now,
  }
}
type ShownCourse = Awaited<ReturnType<typeof showCourse>>

const formOf = async (
  { app, site, staff, now, answer }: StaffContext,
  course: StaffCourse,
  page: Pick<CourseFormProps, 'action' | 'seen'>,
): Promise<CourseFormProps> => {
  const { id, version, school, products } = course
  const before = settingsOfCourse(course, site.timezone)
  const sent = posted(answer, 'change')
  const choices = [...productChoices(await listProducts(app.db)), ...products.filter(p => p.isFree)]
  return {
    ...page,
    courseId: id,
    version,
    school: school.name,
    choices: choices.map(p => ({ value: productValue(version, p), label: productLabel(p) })),
    before,
    typed: sent.fields.lti_course_id === undefined ? before : settingsIn(sent, course, before),
    askConfirm: answer?.reason === 'products_unconfirmed',
    canChangeSchool: rightsOf(staff).manage,
    today: dayOf(now, site.timezone),
    people: await countPeopleIn(app, id),
  }
}

/** The form of a 1.3 course has no ways to join. */
const settingsOfCourse = (course: StaffCourse, timezone: string): CourseSettings => ({
  products: course.products.map(p => productValue(course.version, p)),
  acceptsPayment: course.version === '1.1' && course.school.acceptsPayment,
  acceptsAccessCode: course.version === '1.1' && course.school.acceptsAccessCode,
  createCoupon: false,
  ...shownChoices(course.version, course, timezone),
})

/** The settings as they were sent. A way to join that the form did not change stays as a colleague set it meanwhile. */
const settingsIn = ({ all }: Form, { version }: StaffCourse, now: CourseSettings): CourseSettings => {
  const typed = settingsOf(version, all)
  const { acceptsPayment, acceptsAccessCode } = typed
  return {
    ...typed,
    acceptsPayment: acceptsPayment === Boolean(all.shown_accepts_payment) ? now.acceptsPayment : acceptsPayment,
    acceptsAccessCode:
      acceptsAccessCode === Boolean(all.shown_accepts_access_code) ? now.acceptsAccessCode : acceptsAccessCode,
  }
}

const change = async (context: StaffContext, form: Form) => {
  const { app, site, staff } = context
  const { fields } = form
  const here = localPath(context.url)
  const course = await findCourseById(app, formId(form, 'lti_course_id'), staff)
  if (!course) return refused('course_not_found', courseRefusals.course_not_found, 404)
  const before = settingsOfCourse(course, site.timezone)
  const typed = settingsIn(form, course, before)
  const { createCoupon } = typed
  const isChanged = settingsChanged(before, typed)
  if (!isChanged && !createCoupon) return done(here, activationMessages.nothing, { tone: 'problem' })
  const chosen = (await listProducts(app.db)).filter(p => typed.products.includes(productValue(course.version, p)))
  if (course.version === '1.3' && chosen.length === 0)
    return refused('product_required', activationRefusals.product_required)
  if (chosen.length < typed.products.length) return refused('product_not_found', courseRefusals.product_not_found)
  if (createCoupon && chosen.some(p => p.isFree))
    return refused('no_test_code_for_free', activationRefusals.no_test_code_for_free)
  const question = fields.confirm === 'yes' ? null : await askAboutProducts(context, form, course, chosen)
  if (question) return question
  const given = {
    contextId: course.contextId,
    courseId: course.id,
    productIds: chosen.map(p => p.id),
    acceptsPayment: typed.acceptsPayment === before.acceptsPayment ? undefined : typed.acceptsPayment,
    acceptsAccessCode: typed.acceptsAccessCode === before.acceptsAccessCode ? undefined : typed.acceptsAccessCode,
    ...chosenIn(before, typed, site.timezone),
    confirm: fields.confirm === 'yes',
    seen: Number(fields.seen) || 0,
    by: staff,
  }
  const result = createCoupon
    ? await activateWithTestCode(app, given)
    : { ...(await activateLtiCourse(app, given)), couponCode: null }
  if (!result.ok) return refused(result.reason, courseRefusals[result.reason], courseStatus[result.reason])
  return done(here, isChanged ? activationMessages.changed : activationMessages.testCoupon, {
    undo: canUndo(before, typed) ? { course: String(course.id) } : undefined,
    shows: result.couponCode ? { coupon: result.couponCode } : undefined,
  })
}

const undo = async (context: StaffContext, form: Form) =>
  doneUndo(localPath(context.url), await undoCourseDates(context.app, formId(form, 'course'), context.staff))

/** Actions of each page that shows the panel. */
export const courseActions = { change, undo }

/** The test coupon that was just created. It is shown once. */
export const TestCoupon = () => {
  const { coupon } = useShownOnce<{ coupon: string }>()
  return (
    coupon && (
      <Notice tone="good">
        <span>
          Test Coupon <Copied>{coupon}</Copied>
        </span>
      </Notice>
    )
  )
}

/** One course of either LTI version: its settings, how far its class is, and what is left to do. */
export const CoursePanel = ({ data }: { data: ShownCourse }) => {
  const { course, counts } = data
  return (
    <Beside>
      <div>
        <Panel title={courseName(course)}>
          <CourseFacts course={course} now={data.now} />
          <div className="buttons">
            {data.action !== hrefs.coursePage(course.id) && (
              <QuietLink href={hrefs.coursePage(course.id)}>Page of this course</QuietLink>
            )}
            <QuietLink href={hrefs.peopleOf(course.id)}>People of this course</QuietLink>
            <QuietLink href={hrefs.courseCartridge(course.id)}>Download links for the LMS (.imscc)</QuietLink>
          </div>
        </Panel>
        {useRights().change && (
          <Panel title="Settings" id="settings">
            <Island of={CourseForm} props={data.form} />
          </Panel>
        )}
        <BarFigure
          title="The class"
          point={classPoint(counts)}
          parts={classParts(counts)}
          rows={Object.entries(classSteps).map(([step, name]) => ({
            name,
            value: counts[step as keyof ClassCounts],
          }))}
        />
        <Copies course={course} />
      </div>
      <div>
        <Readiness lines={data.readiness} />
        <Activations activations={course.activations} />
        <History entries={data.history} />
      </div>
    </Beside>
  )
}

const Copies = ({ course }: { course: StaffCourse }) =>
  course.school.isHosted && (
    <Panel title="Content copies">
      <DataTable
        caption="Content copies"
        head={['From', 'State', 'Done']}
        figures={[2]}
        empty="No content was copied into it yet."
        rows={course.migrations.map(m => ({
          key: m.id,
          cells: [m.sourceCourseName, m.workflowState.replaceAll('_', ' '), `${migrationCompletion(m)}%`],
        }))}
      />
    </Panel>
  )

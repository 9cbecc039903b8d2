import { staffCodeStatus } from '#src/access/code-contract.ts'
import { countPeopleIn } from '#src/access/people.ts'
import { activationRefusals } from '#src/access/rules/access-refusals.ts'
import { activateByToken } from '#src/access/token-activations.ts'
import { findForStaff } from '#src/access/tokens.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/rows.ts'
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
  keepUntouchedMethods,
  type ProductChoice,
  productChoiceOf,
  productChoices,
  productLabel,
  type StaffCourse,
  settingsChanged,
  settingsOf,
} from '#src/courses/rules/activation.ts'
import { type Course, courseName } from '#src/courses/rules/course.ts'
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
import { doneUndo, rightsOf, type StaffContext, useRights } from '../staff-screen.ts'
import ActivateForm, { type ActivateFormProps } from './activate-form.island.tsx'
import CourseForm, { type CourseFormProps } from './course-form.island.tsx'

/**
 * Loads the panel of a course, which its page and the two Activate pages show. `action`: the page that shows it, which has
 * the actions below. `token`: the one by which it was found.
 */
export const showCourse = async (context: StaffContext, course: StaffCourse, action: string, token = course.token) => {
  const { app, now } = context
  const history = await historyOf(context, [{ kind: 'course', id: course.id }])
  const isNew = course.version === '1.3'
  const shared = {
    action,
    seen: history[0]?.id ?? 0,
    today: dayOf(now, context.site.timezone),
    people: await countPeopleIn(app, course.id),
  }
  return {
    course,
    action,
    /** One of the two, by the version of LTI. None for 1.3 before somebody opened the course. */
    form11: isNew ? null : await formOf11(context, course, shared),
    form13: isNew && token ? await formOf13(context, course, token, shared) : null,
    counts: await countClass(app.db, course.id),
    /** Steps that remain until students can start. */
    readiness: await checkCourse(app, course.id),
    history,
    now,
  }
}
type ShownCourse = Awaited<ReturnType<typeof showCourse>>

type SharedProps = Pick<ActivateFormProps, 'action' | 'seen' | 'today' | 'people'>

const formOf11 = async (
  { app, site, staff, answer }: StaffContext,
  course: StaffCourse,
  shared: SharedProps,
): Promise<CourseFormProps> => {
  const before = settingsOfCourse(course, site.timezone)
  const sent = posted(answer, 'change')
  const free = course.products.filter(p => p.isFree)
  const choices = [...productChoices(await listProducts(app.db)), ...free]
  return {
    ...shared,
    courseId: course.id,
    school: course.school.name,
    choices: choices.map(p => ({ id: p.id, label: productLabel(p) })),
    before,
    typed: sent.fields.lti_course_id === undefined ? before : settingsIn(sent, before),
    askConfirm: answer?.reason === 'products_unconfirmed',
    canChangeSchool: rightsOf(staff).manage,
  }
}

const settingsOfCourse = (course: StaffCourse, timezone: string): CourseSettings => ({
  productIds: course.products.map(p => p.id),
  acceptsPayment: course.school.acceptsPayment,
  acceptsAccessCode: course.school.acceptsAccessCode,
  ...shownChoices('1.1', course, timezone),
})

/** The settings as they were sent. A way to join that the form did not change stays as it is now. */
const settingsIn = ({ all }: Form, now: CourseSettings): CourseSettings => {
  const shown = {
    acceptsPayment: Boolean(all.shown_accepts_payment),
    acceptsAccessCode: Boolean(all.shown_accepts_access_code),
  }
  return keepUntouchedMethods(settingsOf(all), { shown, now })
}

const change11 = async (context: StaffContext, form: Form) => {
  const { app, site, staff } = context
  const { fields } = form
  const courseId = rowId(fields.lti_course_id) ?? 0
  const here = localPath(context.url)
  const course = await findCourseById(app, courseId, staff)
  if (course?.version !== '1.1') return refused('course_not_found', courseRefusals.course_not_found, 404)
  const before = settingsOfCourse(course, site.timezone)
  const typed = settingsIn(form, before)
  if (!settingsChanged(before, typed)) return done(here, activationMessages.nothing, { tone: 'problem' })
  const chosen = (await listProducts(app.db)).filter(p => typed.productIds.includes(p.id))
  const question = fields.confirm === 'yes' ? null : await askAboutProducts(context, form, course, chosen)
  if (question) return question
  const result = await activateLtiCourse(app, {
    contextId: course.contextId,
    courseId,
    productIds: typed.productIds,
    acceptsPayment: typed.acceptsPayment === before.acceptsPayment ? undefined : typed.acceptsPayment,
    acceptsAccessCode: typed.acceptsAccessCode === before.acceptsAccessCode ? undefined : typed.acceptsAccessCode,
    ...chosenIn(before, typed, site.timezone),
    confirm: fields.confirm === 'yes',
    seen: Number(fields.seen) || 0,
    by: staff,
  })
  if (!result.ok) return refused(result.reason, courseRefusals[result.reason], courseStatus[result.reason])
  return done(here, activationMessages.changed, canUndo(before, typed) ? { undo: { course: String(courseId) } } : {})
}

const formOf13 = async (
  { app, site, answer }: StaffContext,
  course: StaffCourse,
  token: string,
  shared: SharedProps,
): Promise<ActivateFormProps> => {
  const before = choiceOf(course, site.timezone)
  const sent = posted(answer, 'change').fields
  return {
    ...shared,
    token,
    before,
    typed: sent.product_code === undefined ? before : productChoiceOf(sent),
    choices: productChoices(await listProducts(app.db)).map(p => ({ value: p.productCode, label: productLabel(p) })),
  }
}

const choiceOf = (course: Course | null, timezone: string): ProductChoice => ({
  product: course?.products[0]?.productCode ?? '',
  createCoupon: false,
  ...(course && shownChoices('1.3', course, timezone)),
})

const change13 = async (context: StaffContext, form: Form) => {
  const { app, staff, site } = context
  const { fields } = form
  const typed = productChoiceOf(fields)
  const token = fields.token ?? ''
  const course = (await findForStaff(app, token, staff))?.course ?? null
  const chosen = (await listProducts(app.db)).filter(p => p.productCode === typed.product)
  const question = course && chosen.length > 0 ? await askAboutProducts(context, form, course, chosen) : null
  if (question) return question
  const given = {
    token,
    productCode: typed.product,
    createCoupon: typed.createCoupon,
    ...chosenIn(choiceOf(course, site.timezone), typed, site.timezone),
    seen: Number(fields.seen) || 0,
  }
  const result = await activateByToken(app, given, staff)
  if (!result.ok) return refused(result.reason, activationRefusals[result.reason], staffCodeStatus[result.reason])
  const here = localPath(context.url)
  const { isChanged, couponCode } = result
  if (!isChanged && !couponCode) return done(here, activationMessages.nothing, { tone: 'problem' })
  // A test code would stay, and teachers were told of the first product.
  const mayUndo = isChanged && !couponCode && course !== null && course.products.length > 0
  return done(here, isChanged ? activationMessages.changed : activationMessages.testCoupon, {
    undo: mayUndo ? { course: String(course.id) } : undefined,
    shows: couponCode ? { coupon: couponCode } : undefined,
  })
}

const undo = async (context: StaffContext, { fields }: Form) =>
  doneUndo(localPath(context.url), await undoCourseDates(context.app, rowId(fields.course) ?? 0, context.staff))

/** Actions of each page that shows the panel. */
export const courseActions = {
  change: (context: StaffContext, form: Form) =>
    form.fields.token === undefined ? change11(context, form) : change13(context, form),
  undo,
}

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
            {data.form11 && <Island of={CourseForm} props={data.form11} />}
            {data.form13 && <Island of={ActivateForm} props={data.form13} />}
            {!data.form11 && !data.form13 && <p>Somebody must open the course in the LMS first.</p>}
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

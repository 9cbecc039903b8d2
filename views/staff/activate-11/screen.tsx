import { countPeopleIn } from '#src/access/people.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { isLimited } from '#src/core/rules/staff.ts'
import { activateLtiCourse, undoCourseDates } from '#src/courses/activation.ts'
import { courseStatus } from '#src/courses/contract.ts'
import { findLtiCourses } from '#src/courses/courses.ts'
import { listProducts } from '#src/courses/products.ts'
import {
  activationMessages,
  type CourseSettings,
  canUndo,
  courseRefusals,
  keepUntouchedMethods,
  productChoices,
  productLabel,
  type StaffCourse,
  settingsChanged,
  settingsOf,
} from '#src/courses/rules/activation.ts'
import { isExpired } from '#src/courses/rules/course.ts'
import type { ListedCourse } from '#src/courses/rules/course-list.ts'
import { chosenIn, shownChoices } from '#src/courses/rules/course-settings.ts'
import type { Product } from '#src/courses/rules/product.ts'
import type { WaitingCourse } from '#src/courses/rules/waiting-courses.ts'
import { listWaitingCourses } from '#src/courses/waiting-courses.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { checkCourse } from '#src/desk/reports.ts'
import type { ReadinessLine } from '#src/desk/rules/course-reports.ts'
import type { WaitingCounts } from '#src/desk/rules/waiting-work.ts'
import { done, posted, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { Activations, askAboutProducts, CourseFacts, courseList } from '../courses.tsx'
import { History } from '../history.tsx'
import { BulkPreview, bulkSubmit } from '../list/bulk.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, isListAsked, loadList, type ShownList } from '../list/staff-list.ts'
import { blankLookup, Lookup } from '../lookup.tsx'
import { Readiness } from '../readiness.tsx'
import { doneUndo, type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { WaitingSummary, WaitingTable } from '../waiting/waiting-table.tsx'
import CourseForm, { type CourseFormProps } from './course-form.island.tsx'

interface CoursePage {
  typed: string
  problem: string | null
  /** Courses of several schools that share this context ID, to choose from. */
  several: StaffCourse[]
  course: StaffCourse | null
  signUpEnded: boolean
  now: Date
  form: CourseFormProps | null
  /** Steps that remain until students can start. */
  readiness: ReadinessLine[]
  history: AuditEntry[]
  /** Null for one course, for a role for some schools, and if the address asks for a part of the list. */
  waiting: WaitingCourse[] | null
  choices: Product[]
  /** Null for one course. */
  list: ShownList<ListedCourse> | null
  /** Number of courses that wait for staff; null for a role for some schools, and for one course. */
  waitingCounts: WaitingCounts | null
  rights: Rights
}

/** Waiting courses above the list; their own page has more. */
const MOST_WAITING = 50

const load = async (context: StaffContext) => {
  const { app, staff, query } = context
  const typed = urlParam(context, 'context_id')
  const found = typed ? await findLtiCourses(app, typed, staff) : []
  const chosen = query.id ? found.filter(c => String(c.id) === query.id) : found
  const course = chosen.length === 1 ? chosen[0]! : null
  const history = course
    ? await listAudit(app, { subject: { kind: 'course', id: course.id }, changesOnly: true, most: 30 }, staff)
    : []
  const missing = typed !== '' && found.length === 0
  const blank = blankLookup(context, 'context_id')
  const showsWaiting = !typed && !isLimited(staff) && !isListAsked(courseList, context)
  const data: CoursePage = {
    typed,
    problem: missing ? courseRefusals.course_not_found.message : blank,
    several: course ? [] : found,
    course,
    now: context.now,
    signUpEnded: course !== null && isExpired(course, context.now),
    form: course && (await formOf(context, course, history)),
    readiness: (course && (await checkCourse(app, course.id))) ?? [],
    history,
    waiting: showsWaiting ? await listWaitingCourses(app, MOST_WAITING) : null,
    choices: showsWaiting ? productChoices(await listProducts(app)) : [],
    list: typed ? null : await loadList(courseList, context),
    waitingCounts: typed ? null : await context.countWaiting(),
    rights: rightsOf(staff),
  }
  return page(data, { title: 'Activate 1.1 Course', status: missing ? 404 : blank ? 422 : 200 })
}

const formOf = async (
  { app, site, now, staff, answer }: StaffContext,
  course: StaffCourse,
  history: AuditEntry[],
): Promise<CourseFormProps> => {
  const before = settingsOfCourse(course, site.timezone)
  const sent = posted(answer, 'change')
  const free = course.products.filter(p => p.isFree)
  const choices = [...productChoices(await listProducts(app)), ...free]
  return {
    courseId: course.id,
    contextId: course.contextId,
    school: course.school.name,
    seen: history[0]?.id ?? 0,
    choices: choices.map(p => ({ id: p.id, label: productLabel(p) })),
    before,
    typed: sent.fields.lti_course_id === undefined ? before : settingsIn(sent, before),
    today: dayOf(now, site.timezone),
    people: await countPeopleIn(app, course.id),
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

const change = async (context: StaffContext, form: Form) => {
  const { app, site, staff } = context
  const { fields } = form
  const contextId = urlParam(context, 'context_id')
  const courseId = Number(fields.lti_course_id)
  const here = hrefs.course(contextId, courseId)
  const course = (await findLtiCourses(app, contextId, staff)).find(c => c.id === courseId)
  if (!course) return refused('course_not_found', courseRefusals.course_not_found, 404)
  const before = settingsOfCourse(course, site.timezone)
  const typed = settingsIn(form, before)
  if (!settingsChanged(before, typed)) return done(here, activationMessages.nothing, { tone: 'problem' })
  const chosen = (await listProducts(app)).filter(p => typed.productIds.includes(p.id))
  const question = fields.confirm === 'yes' ? null : await askAboutProducts(context, form, course, chosen)
  if (question) return question
  const result = await activateLtiCourse(app, {
    contextId,
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

const undo = async (context: StaffContext, { fields }: Form) => {
  const id = rowId(fields.course) ?? 0
  const here = hrefs.course(urlParam(context, 'context_id'), id)
  return doneUndo(here, await undoCourseDates(context.app, id, context.staff))
}

/** Activate 1.1 Course. Without a context ID it lists the courses that wait for a product. */
export const courseScreen = staffScreen<CoursePage>({
  path: [paths.course, `${paths.course}/:context_id`],
  knowsSchools: true,
  nav: { section: 'Look-ups', label: 'Activate 1.1 Course', hint: 'All courses' },
  load: async context => csvOf(courseList, context) ?? load(context),
  submit: { change, undo, bulk: bulkSubmit(['dates', 'activate']) },
  View: ({ data, site }) => (
    <OfficePage
      title="Activate 1.1 Course"
      lead="Choose a course's products and how students enter."
      details={<BulkPreview />}
    >
      <Lookup
        action={paths.course}
        label="Context ID"
        name="context_id"
        defaultValue={data.typed}
        problem={data.problem ?? undefined}
        button="Find"
      />
      {data.waitingCounts && <WaitingSummary counts={data.waitingCounts} />}
      {data.course && (
        <Beside>
          <div>
            <Panel title={data.course.title ?? data.course.contextId}>
              <CourseFacts course={data.course} site={site} signUpEnded={data.signUpEnded} now={data.now} />
              {data.rights.everywhere && (
                <ul className="links">
                  <li>
                    <a href={hrefs.coursePage(data.course.id)}>Page of this course</a>
                  </li>
                  <li>
                    <a href={hrefs.peopleOf(data.course.id)}>People of this course</a>
                  </li>
                </ul>
              )}
            </Panel>
            {data.rights.change && data.form && (
              <Panel title="Settings">
                <Island of={CourseForm} props={data.form} />
              </Panel>
            )}
          </div>
          <div>
            <Readiness lines={data.readiness} rights={data.rights} />
            <Activations activations={data.course.activations} timezone={site.timezone} />
            <History entries={data.history} timezone={site.timezone} />
          </div>
        </Beside>
      )}
      {data.several.length > 0 && <SchoolChoice courses={data.several} />}
      {data.waiting && (
        <WaitingTable
          courses={data.waiting}
          total={data.waitingCounts?.courses ?? 0}
          choices={data.choices}
          rights={data.rights}
          timezone={site.timezone}
        />
      )}
      {data.list && <ListPanel list={courseList} shown={data.list} timezone={site.timezone} />}
    </OfficePage>
  ),
})

const SchoolChoice = ({ courses }: { courses: CoursePage['several'] }) => (
  <Panel title="Choose the school">
    <p>{courseRefusals.course_ambiguous.message}</p>
    <ul className="links">
      {courses.map(c => (
        <li key={c.id}>
          <a href={hrefs.course(c.contextId, c.id)}>
            {c.school.name}: {c.title ?? c.contextId}
          </a>
        </li>
      ))}
    </ul>
  </Panel>
)

import { staffCodeStatus } from '#src/access/code-contract.ts'
import { countPeopleIn } from '#src/access/people.ts'
import { activationRefusals } from '#src/access/rules/access-refusals.ts'
import { roleLetter } from '#src/access/rules/entitlement.ts'
import { activateByToken } from '#src/access/token-activations.ts'
import { findForStaff } from '#src/access/tokens.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { undoCourseDates } from '#src/courses/activation.ts'
import { listProducts } from '#src/courses/products.ts'
import {
  activationMessages,
  type ProductChoice,
  productChoiceOf,
  productChoices,
  productLabel,
  type StaffCourse,
} from '#src/courses/rules/activation.ts'
import { type Course, courseName } from '#src/courses/rules/course.ts'
import type { ListedCourse } from '#src/courses/rules/course-list.ts'
import { chosenIn, shownChoices } from '#src/courses/rules/course-settings.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { viewEntitlement } from '#src/desk/person-records.ts'
import { checkCourse } from '#src/desk/reports.ts'
import type { ReadinessLine } from '#src/desk/rules/course-reports.ts'
import { done, posted, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page, redirect } from '../../screen.ts'
import { Copied, DataTable, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Beside, OfficePage, Panel, useShownOnce } from '../../ui/office-page.tsx'
import { Activations, accessEndFact, activationList, askAboutProducts } from '../courses.tsx'
import { History } from '../history.tsx'
import { BulkPreview, bulkSubmit } from '../list/bulk.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { Readiness } from '../readiness.tsx'
import { doneUndo, type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import ActivateForm, { type ActivateFormProps } from './activate-form.island.tsx'

type View = NonNullable<Awaited<ReturnType<typeof viewEntitlement>>>

interface ActivatePage {
  token: string
  problem: string | null
  view: View | null
  /** Course of the enrollment whose token was entered; it has its own page. */
  enrollmentCourse: { contextId: string; id: number } | null
  form: ActivateFormProps | null
  now: Date
  /** Steps that remain until students can start. */
  readiness: ReadinessLine[]
  history: AuditEntry[]
  /** Null for one course. */
  list: ShownList<ListedCourse> | null
  rights: Rights
}

const load = async (context: StaffContext) => {
  const { app, staff, query, now } = context
  const token = urlParam(context, 'token')
  const found = token ? await viewEntitlement(app, token, staff) : null
  const view = found?.entitlement.kind === 'membership' ? found : null
  const enrollmentCourse = found && !view ? { contextId: found.course.contextId, id: found.course.id } : null
  // An enrollment's page links here by path, so redirect. A token typed in the form gets 'Membership not found'.
  if (enrollmentCourse && !query.token) return redirect(hrefs.course(enrollmentCourse.contextId, enrollmentCourse.id))
  const blank = token === '' && query.token !== undefined
  const subject = view && { kind: 'course' as const, id: view.course.id }
  const history = subject ? await listAudit(app, { subject, changesOnly: true, most: 30 }, staff) : []
  const data: ActivatePage = {
    token,
    problem: blank ? activationMessages.token : token && !view ? activationMessages.membership : null,
    view,
    enrollmentCourse,
    form: view && (await formOf(context, view.course, history)),
    now,
    readiness: (view && (await checkCourse(app, view.course.id))) ?? [],
    history,
    list: token ? null : await loadList(activationList, context),
    rights: rightsOf(staff),
  }
  return page(data, { title: 'Activate 1.3 Course', status: blank ? 422 : token && !view ? 404 : 200 })
}

const formOf = async (
  context: StaffContext,
  course: StaffCourse,
  history: AuditEntry[],
): Promise<ActivateFormProps> => {
  const { app, site, now, answer } = context
  const before = choiceOf(course, site.timezone)
  const sent = posted(answer, 'change').fields
  return {
    token: urlParam(context, 'token'),
    before,
    typed: sent.product_code === undefined ? before : productChoiceOf(sent),
    today: dayOf(now, site.timezone),
    people: await countPeopleIn(app, course.id),
    seen: history[0]?.id ?? 0,
    choices: productChoices(await listProducts(app)).map(p => ({ value: p.productCode, label: productLabel(p) })),
  }
}

const choiceOf = (course: Course | null, timezone: string): ProductChoice => ({
  product: course?.products[0]?.productCode ?? '',
  createCoupon: false,
  ...(course && shownChoices('1.3', course, timezone)),
})

const change = async (context: StaffContext, form: Form) => {
  const { app, staff, site } = context
  const { fields } = form
  const typed = productChoiceOf(fields)
  const token = fields.token ?? ''
  const course = (await findForStaff(app, token, staff))?.course ?? null
  const chosen = (await listProducts(app)).filter(p => p.productCode === typed.product)
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
  const here = hrefs.activateCourse(token)
  const { isChanged, couponCode } = result
  if (!isChanged && !couponCode) return done(here, activationMessages.nothing, { tone: 'problem' })
  // A test code would stay, and teachers were told of the first product.
  const mayUndo = isChanged && !couponCode && course !== null && course.products.length > 0
  return done(here, isChanged ? activationMessages.changed : activationMessages.testCoupon, {
    undo: mayUndo ? { course: String(course.id) } : undefined,
    shows: couponCode ? { coupon: couponCode } : undefined,
  })
}

const undo = async (context: StaffContext, { fields }: Form) => {
  const undone = await undoCourseDates(context.app, rowId(fields.course) ?? 0, context.staff)
  return doneUndo(hrefs.activateCourse(urlParam(context, 'token')), undone)
}

/** Activate 1.3 Course: finds a course by the token of any member and sets its product. */
export const activateScreen = staffScreen<ActivatePage>({
  path: [paths.activateCourse, `${paths.activateCourse}/:token`],
  knowsSchools: true,
  nav: { section: 'Look-ups', label: 'Activate 1.3 Course' },
  load: async context => csvOf(activationList, context) ?? load(context),
  submit: { change, undo, bulk: bulkSubmit(['dates', 'activate']) },
  View: ({ data, site }) => (
    <OfficePage
      title="Activate 1.3 Course"
      lead="Find a course by the token of anyone in it."
      details={<BulkPreview />}
    >
      <TestCoupon />
      <Lookup
        action={paths.activateCourse}
        label="Token"
        name="token"
        defaultValue={data.token}
        problem={data.problem ?? undefined}
        button="Find"
      />
      {data.enrollmentCourse && (
        <p>
          This token belongs to an LTI 1.1 enrollment.{' '}
          <a href={hrefs.course(data.enrollmentCourse.contextId, data.enrollmentCourse.id)}>Open its course</a>
        </p>
      )}
      {data.view && <CourseDetails data={data} view={data.view} timezone={site.timezone} />}
      {data.list && <ListPanel list={activationList} shown={data.list} timezone={site.timezone} />}
    </OfficePage>
  ),
})

const TestCoupon = () => {
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

const CourseDetails = ({
  data,
  view: { course, members },
  timezone,
}: {
  data: ActivatePage
  view: NonNullable<ActivatePage['view']>
  timezone: string
}) => (
  <Beside>
    <div>
      <Panel title={courseName(course)}>
        <Facts
          of={[
            ['Course ID', <Copied key="c">{course.contextId}</Copied>],
            ['Title', course.title],
            ['Issuer', course.school.key],
            ['Current product', course.products.map(p => `${p.name} (${p.productCode})`).join(', ') || 'none'],
            accessEndFact(course, { now: data.now, timezone }),
          ]}
        />
        {data.rights.change && data.form && <Island of={ActivateForm} props={data.form} />}
      </Panel>
      <Panel title="Memberships">
        <DataTable
          caption="Memberships of this course"
          head={['Email', 'Role']}
          empty="No one is in this course yet."
          rows={members.map(m => ({
            key: m.token,
            marked: m.token === data.token,
            cells: [
              <a key="m" href={hrefs.token(m.token)}>
                {m.email ?? m.token}
                {m.token === data.token && ' *'}
              </a>,
              roleLetter[m.role],
            ],
          }))}
        />
        {members.length > 0 && <p className="soft">* This is the token above.</p>}
      </Panel>
    </div>
    <div>
      <Readiness lines={data.readiness} rights={data.rights} />
      <Activations activations={course.activations} timezone={timezone} />
      <History entries={data.history} timezone={timezone} />
    </div>
  </Beside>
)

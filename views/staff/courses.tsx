import { Fragment } from 'react'
import { countPeopleIn } from '#src/access/people.ts'
import { unitRanges } from '#src/accounts/rules/sign-up-page.ts'
import { listCourses } from '#src/courses/courses.ts'
import { type Activation, productEffects, type StaffCourse, tierOf } from '#src/courses/rules/activation.ts'
import { accessEnd, courseUrl, describeAccessEnd, isExpired } from '#src/courses/rules/course.ts'
import { courseSorts, courseStates, type ListedCourse, termOf } from '#src/courses/rules/course-list.ts'
import { openedUnits, type Product } from '#src/courses/rules/product.ts'
import { schoolVersions } from '#src/schools/rules/school-facts.ts'
import { type Ask, ask, confirmationIn } from '../answer.ts'
import { hrefs, paths } from '../paths.ts'
import type { Form } from '../screen.ts'
import { toPlatform } from '../to-platform.ts'
import { Badge, Copied, DataTable, Facts, linkTo } from '../ui/facts.tsx'
import { Panel, useDates, useSite } from '../ui/office-page.tsx'
import { TwoLines } from './list/list-panel.tsx'
import {
  choiceFilter,
  productFilter,
  type StaffList,
  schoolFilter,
  stateFilter,
  termFilter,
} from './list/staff-list.ts'
import type { StaffContext } from './staff-screen.ts'

/** Returns 'Units 1 to 6', or 'Unit 1': the units that teachers of a course see. */
export const unitsSeen = (units: number[]): string =>
  `${units.length === 1 ? 'Unit' : 'Units'} ${unitRanges(units, { to: 'to', and: 'and' })}`

/** Past activations of a course. `userName` is a first name and a last initial. */
export const Activations = ({ activations }: { activations: Activation[] }) => {
  const { date } = useDates()
  return (
    <Panel title="Activation history">
      <DataTable
        caption="Activation history"
        head={['Date', 'Products', 'By']}
        empty="No product changes yet."
        rows={activations.map((a, at) => ({
          key: `${a.activatedAt.toISOString()} ${at}`,
          cells: [
            date(a.activatedAt),
            a.productCodes.join(', ') || 'none',
            <span key="by" className="one-line">
              {a.userName}
            </span>,
          ],
        }))}
      />
    </Panel>
  )
}

/** Asks before other products, if people with access gain or lose some. Null if nobody does, or once it was answered. */
export const askAboutProducts = async (
  { app }: StaffContext,
  form: Form,
  course: Pick<StaffCourse, 'id' | 'products'>,
  chosen: Product[],
): Promise<Ask | null> => {
  const says = productEffects(course.products, chosen, await countPeopleIn(app, course.id))
  const effectsKey = says.join(' ')
  if (says.length === 0 || confirmationIn(form)?.confirmed === effectsKey) return null
  const isDangerous = course.products.some(p => !chosen.some(other => other.id === p.id))
  const title = 'Change the products?'
  return ask({ title, says, effectsKey, button: 'Change products', isDangerous, needsReason: false })
}

/** Details of a course, with the date on which access ends for a student who gets it now. Dates are MM/DD/YY. */
export const CourseFacts = ({ course, now }: { course: StaffCourse; now: Date }) => {
  const site = useSite()
  const { date } = useDates()
  const isOver = isExpired(course, now)
  const url = toPlatform(courseUrl(course), site)
  return (
    <Facts
      of={[
        [course.version === '1.3' ? 'Course ID' : 'Context ID', <Copied key="c">{course.contextId}</Copied>],
        ['Title', course.title],
        ['Label', course.label],
        ['Issuer', course.version === '1.3' && course.school.key],
        [
          course.version === '1.3' ? 'Current product' : 'Current products',
          course.products.map(p => `${p.name} (${p.productCode})`).join(', ') || 'none',
        ],
        ['School', linkTo(hrefs.schoolPage(course.schoolId), course.school.name)],
        [
          'Domain',
          course.canvasDomain && (
            <>
              {course.canvasDomain} <span className="tag">{tierOf(course.canvasDomain, site.premiumDomain)}</span>
            </>
          ),
        ],
        [
          course.canvasCourseId ? 'Canvas course' : 'Course page',
          url && <a href={url}>{course.canvasCourseId ?? 'in the LMS'}</a>,
        ],
        ['State', course.workflowState],
        ['Teachers', course.teachers.length > 0 && <Teachers key="t" teachers={course.teachers} />],
        ['Teachers see', unitsSeen(openedUnits(course.products.flatMap(p => p.unitsForTeacher)))],
        [
          'Term',
          [course.termStartsAt, course.termEndsAt]
            .filter(at => at !== null)
            .map(date)
            .join(' to '),
        ],
        ['Access ends', describeAccessEnd(accessEnd(course, course.school, now), date)],
        [
          'Sign-up',
          <Badge key="e" tone={isOver ? 'problem' : 'good'}>
            {isOver ? 'ended' : 'open'}
          </Badge>,
        ],
        [
          'Join link',
          course.school.isHosted && <Copied key="j">{site.publicUrl + hrefs.verify(course.joinToken)}</Copied>,
        ],
        ['Pay link', course.school.isHosted && <Copied key="p">{site.publicUrl + hrefs.pay(course.joinToken)}</Copied>],
      ]}
    />
  )
}

const Teachers = ({ teachers }: Pick<StaffCourse, 'teachers'>) =>
  teachers.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <a href={hrefs.personPage(id)}>{name}</a>
    </Fragment>
  ))

const Products = ({ course }: { course: ListedCourse }) =>
  course.products.length > 0 ? (
    course.products.join(', ')
  ) : (
    <a href={hrefs.coursePage(course.id)}>
      Choose a product<span className="visually-hidden"> for {course.title}</span>
    </a>
  )

export const courseList: StaffList<ListedCourse> = {
  name: 'courses',
  title: 'All courses',
  path: paths.course,
  search: 'Title, label or context ID',
  columns: [
    {
      head: 'Course',
      value: c => c.title,
      cell: c => (
        <TwoLines below={c.contextId}>
          <a href={hrefs.coursePage(c.id)}>{c.title}</a>
        </TwoLines>
      ),
    },
    { head: 'Context ID', value: c => c.contextId, inFile: true },
    { head: 'School', value: c => c.school },
    { head: 'LTI', value: c => c.version, minor: true },
    {
      head: 'Term',
      value: c => termOf(c.beginsAt).label,
      cell: c => <span className="one-line">{termOf(c.beginsAt).label}</span>,
    },
    { head: 'Products', value: c => c.products.join(', '), cell: c => <Products course={c} /> },
    { head: 'Have access', value: c => c.people[0], figure: true },
    { head: 'Without access', value: c => c.people[1], figure: true },
    { head: 'Since', value: c => c.createdAt, minor: true },
  ],
  filters: [
    choiceFilter('version', 'LTI', schoolVersions),
    schoolFilter,
    termFilter,
    stateFilter(courseStates),
    productFilter,
  ],
  sorts: courseSorts,
  empty: 'No course matches. A course appears with its first launch.',
  holds: 'facts',
  bulk: { actions: ['dates', 'activate'], key: c => String(c.id), name: c => c.title },
  find: listCourses,
}

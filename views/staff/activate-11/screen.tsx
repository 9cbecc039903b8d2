import { findLtiCourses } from '#src/courses/courses.ts'
import { courseRefusals } from '#src/courses/rules/activation.ts'
import { listWaiting, type WaitingCounts } from '#src/desk/rules/waiting-work.ts'
import { countWaitingWork } from '#src/desk/waiting-work.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, page } from '../../screen.ts'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { CoursePanel, courseActions, showCourse } from '../course/course-panel.tsx'
import { courseList } from '../courses.tsx'
import { BulkPreview, bulkSubmit } from '../list/bulk.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList } from '../list/staff-list.ts'
import { blankLookup, Lookup } from '../lookup.tsx'
import { type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'

const load = async (context: StaffContext) => {
  const { app, staff, query } = context
  const typed = urlParam(context, 'context_id')
  const found = typed ? await findLtiCourses(app, typed, staff) : []
  const chosen = query.id ? found.filter(c => String(c.id) === query.id) : found
  const course = chosen.length === 1 ? chosen[0]! : null
  const missing = typed !== '' && found.length === 0
  const blank = blankLookup(context, 'context_id')
  const data = {
    typed,
    problem: missing ? courseRefusals.course_not_found.message : blank,
    /** Courses of several schools that share this context ID, to choose from. */
    several: course ? [] : found,
    shown: course && (await showCourse(context, course, hrefs.course(course.contextId, course.id))),
    /** Null for one course. */
    list: typed ? null : await loadList(courseList, context),
    /** Counts of waiting work. Null when the page shows one course, and for roles without such work. */
    waiting: typed ? null : await countWaitingWork(app, staff),
  }
  return page(data, { title: 'Activate 1.1 Course', status: missing ? 404 : blank ? 422 : 200 })
}
type CoursePage = DataOf<typeof load>

/** Activate 1.1 Course. Without a context ID it lists all courses, and says what waits, since sign-in leads here. */
export const courseScreen = staffScreen<CoursePage>({
  path: [paths.course, `${paths.course}/:context_id`],
  knowsSchools: true,
  nav: { section: 'Look-ups', label: 'Activate 1.1 Course', hint: 'List of courses' },
  load: async context => csvOf(courseList, context) ?? load(context),
  submit: { ...courseActions, bulk: bulkSubmit(['dates', 'activate']) },
  View: ({ data }) => (
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
        problem={data.problem}
        button="Find"
      />
      {data.waiting && <WaitingSummary counts={data.waiting} />}
      {data.shown && <CoursePanel data={data.shown} />}
      {data.several.length > 0 && <SchoolChoice courses={data.several} />}
      {data.list && <ListPanel list={courseList} shown={data.list} />}
    </OfficePage>
  ),
})

const WaitingSummary = ({ counts }: { counts: WaitingCounts }) => {
  const lines = listWaiting(counts).map(({ text }) => text)
  if (lines.length === 0) return <p className="soft">Nothing waits today.</p>
  return (
    <p>
      <a href={paths.today}>Today</a>: {lines.join(', ')}.
    </p>
  )
}

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

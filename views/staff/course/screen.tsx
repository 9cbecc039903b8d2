import { courseRefusals } from '#src/courses/rules/activation.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { Activations } from '../activations.tsx'
import { History } from '../history.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { Readiness } from '../readiness.tsx'
import { staffScreen } from '../staff-screen.ts'
import { WaitingSummary } from '../today/waiting-summary.tsx'
import { WaitingTable } from '../waiting/waiting-table.tsx'
import { CourseFacts } from './course-facts.tsx'
import CourseForm from './course-form.island.tsx'
import { courseList } from './course-list.tsx'
import { type CoursePage, changeCourse, showCourse, undoCourse } from './load.ts'

/** Activate 1.1 Course. Without a context ID it lists the courses that wait for a product. */
export const courseScreen = staffScreen<CoursePage>({
  path: [paths.course, `${paths.course}/:context_id`],
  knowsSchools: true,
  nav: { group: 'Courses', label: 'Activate 1.1 Course', hint: 'Of a school by LTI 1.1' },
  load: context => csvOf(courseList, context) ?? showCourse(context),
  submit: { change: changeCourse, undo: undoCourse },
  View: ({ data, site }) => (
    <OfficePage title="Activate 1.1 Course" lead="Choose a course's products and how students enter.">
      <Lookup
        action={paths.course}
        label="Context ID"
        name="context_id"
        defaultValue={data.typed}
        problem={data.problem ?? undefined}
        button="Find"
        autoFocus={!data.course}
      />
      <Feedback feedback={data.feedback} />
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

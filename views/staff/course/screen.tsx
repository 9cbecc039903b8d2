import type { AuditEntry } from '#src/core/rules/audit.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { findCourseById } from '#src/courses/courses.ts'
import { courseRefusals, type StaffCourse } from '#src/courses/rules/activation.ts'
import { courseName, isExpired } from '#src/courses/rules/course.ts'
import { migrationCompletion } from '#src/courses/rules/migration-progress.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { checkCourse, countClassSteps } from '#src/desk/reports.ts'
import {
  type ClassCounts,
  classParts,
  classPoint,
  classSteps,
  type ReadinessLine,
} from '#src/desk/rules/course-reports.ts'
import { hrefs, paths } from '../../paths.ts'
import { page, type Site } from '../../screen.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { Activations, CourseFacts } from '../courses.tsx'
import { BarFigure } from '../figures/bars.tsx'
import { History } from '../history.tsx'
import { Readiness } from '../readiness.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'

interface CoursePage {
  course: StaffCourse
  /** Address of the page with its settings. */
  settings: string
  counts: ClassCounts
  readiness: ReadinessLine[]
  history: AuditEntry[]
  rights: Rights
  now: Date
}

const load = async (context: StaffContext): Promise<CoursePage | null> => {
  const { app, staff, now } = context
  const course = await findCourseById(app, rowId(urlParam(context, 'id')) ?? 0, staff)
  if (!course) return null
  const subject = { kind: 'course' as const, id: course.id }
  return {
    course,
    settings: course.token ? hrefs.activateCourse(course.token) : hrefs.course(course.contextId, course.id),
    counts: await countClassSteps(app, course.id),
    readiness: (await checkCourse(app, course.id)) ?? [],
    history: await listAudit(app, { subject, changesOnly: true, most: 30 }, staff),
    rights: rightsOf(staff),
    now,
  }
}

/** One course of either LTI version: what it has, how far its class is, and what is left to do. */
export const coursePageScreen = staffScreen<CoursePage | null>({
  path: paths.coursePage,
  nav: { section: 'Find', label: 'Course', isUnlisted: true },
  knowsSchools: true,
  load: async context => {
    const data = await load(context)
    return page(data, { title: data ? courseName(data.course) : 'Course', status: data ? 200 : 404 })
  },
  View: ({ data, site }) =>
    data ? (
      <Course data={data} site={site} />
    ) : (
      <OfficePage title="Course" lead={courseRefusals.course_not_found.message}>
        <p>
          <a href={paths.course}>All courses</a>
        </p>
      </OfficePage>
    ),
})

const Course = ({ data, site }: { data: CoursePage; site: Site }) => {
  const { course, counts, rights, settings } = data
  return (
    <OfficePage title={courseName(course)} lead={`${course.school.name}, LTI ${course.version}`}>
      <Beside>
        <div>
          <Panel title="About this course">
            <CourseFacts course={course} site={site} signUpEnded={isExpired(course, data.now)} now={data.now} />
            <div className="buttons">
              <ButtonLink look="quiet" href={settings}>
                {rights.change ? 'Change products and dates' : 'Products and dates'}
              </ButtonLink>
              <ButtonLink look="quiet" href={hrefs.courseCartridge(course.id)}>
                Download links for the LMS (.imscc)
              </ButtonLink>
            </div>
          </Panel>
          <BarFigure
            title="The class"
            point={classPoint(counts)}
            parts={classParts(counts)}
            rows={Object.entries(classSteps).map(([step, name]) => ({
              name,
              value: counts[step as keyof ClassCounts],
            }))}
            links={[{ href: hrefs.peopleOf(course.id), label: 'People of this course' }]}
          />
          <Copies course={course} />
        </div>
        <div>
          <Readiness lines={data.readiness} rights={rights} settings={settings} />
          <Activations activations={course.activations} timezone={site.timezone} />
          <History entries={data.history} timezone={site.timezone} />
        </div>
      </Beside>
    </OfficePage>
  )
}

/** Content copies into a hosted course. */
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

import { shortDate } from '#src/domain/business-day.ts'
import { hrefs, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { Rights } from '../staff-screen.ts'
import type { CoursePage } from './load.ts'

interface WaitingProps {
  courses: CoursePage['waiting']
  rights: Rights
  timezone: string
}

/** Courses that were launched and have no product: most students first, with last term's products one click away. */
export const Waiting = ({ courses, rights, timezone }: WaitingProps) => (
  <Panel title={courses.length === 0 ? 'Courses waiting' : `Courses waiting (${courses.length})`}>
    <DataTable
      caption="Courses waiting for a product"
      head={['Course', 'School', 'Teachers', 'Students', 'Since', 'Same as last term']}
      figures={[3]}
      empty="No course waits for a product."
      rows={courses.map(course => ({
        key: course.id,
        cells: [
          <a
            key="c"
            href={
              course.version === '1.3' && course.token
                ? hrefs.activateCourse(course.token)
                : hrefs.course(course.contextId, course.id)
            }
          >
            {course.title}
          </a>,
          course.school,
          course.teachers.join(', ') || 'not known yet',
          course.students,
          shortDate(course.since, timezone),
          <Same key="s" course={course} rights={rights} />,
        ],
      }))}
    />
  </Panel>
)

const Same = ({ course, rights }: { course: CoursePage['waiting'][number]; rights: Rights }) =>
  course.suggested.length === 0 ? (
    <span className="soft">nothing known</span>
  ) : !rights.change ? (
    course.suggested.map(p => p.productCode).join(', ')
  ) : (
    <form method="post" action={paths.course}>
      <input type="hidden" name="lti_course_id" value={course.id} />
      <input type="hidden" name="waiting_context" value={course.contextId} />
      {course.suggested.map(p => (
        <input key={p.id} type="hidden" name="product_ids" value={p.id} />
      ))}
      <Button look="quiet" name="intent" value="same" aria-label={`Activate ${course.title} like last term`}>
        {course.suggested.map(p => p.productCode).join(', ')}
      </Button>
    </form>
  )

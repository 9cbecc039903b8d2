import { contentStatus } from '#src/canvas/contract.ts'
import { listBlueprints, listCourseContent, startCopy } from '#src/canvas/course-content.ts'
import { canvasMessages } from '#src/canvas/rules/canvas-port.ts'
import {
  contentStates,
  contentSummary,
  copyMessages,
  copyRefusalText,
  foldContent,
  type ShownCourse,
} from '#src/canvas/rules/course-content.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, usePosted } from '../../ui/office-page.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'

const load = async ({ app, query, staff }: StaffContext) => {
  const search = (query.search ?? '').slice(0, 100)
  const courses = await listCourseContent(app, search)
  // Without blueprints, the copy form is hidden.
  const blueprints = rightsOf(staff).change ? await listBlueprints(app) : []
  // Null when no learning platform is configured.
  return page(courses && { search, courses, blueprints }, { title: 'Course Content' })
}
type CoursesProps = NonNullable<DataOf<typeof load>>

/** Course content: shows how far content copies into Canvas courses are, and starts new ones. */
export const courseContent = staffScreen({
  path: paths.courseContent,
  nav: { section: 'Connections', label: 'Course Content' },
  load,
  submit: {
    async default({ app, staff, query }, { fields }) {
      const { course_id: courseId = '', source_course_id: sourceCourseId = '' } = fields
      const result = await startCopy(app, { courseId, sourceCourseId, by: staff })
      if (result.ok) return done(hrefs.courseContent(query.search), copyMessages.begun)
      return refused(result.reason, copyRefusalText(result), contentStatus[result.reason])
    },
  },
  View: ({ data: shown }) => (
    <OfficePage title="Course Content" lead="Copy blueprints into Canvas courses and follow their progress.">
      {shown === null ? (
        <Notice tone="plain">{canvasMessages.notSetUp}</Notice>
      ) : (
        <>
          <search>
            <form method="get" action={paths.courseContent} className="content-search">
              <Field label="Course, school or Canvas ID" name="search" defaultValue={shown.search} maxLength={100} />
              <Button type="submit" look="quiet">
                Search
              </Button>
            </form>
          </search>
          <Courses {...shown} />
        </>
      )}
    </OfficePage>
  ),
})

const POLL_SECONDS = 3

/** Courses with progress bars. A script updates them while one moves; without it, a link refreshes the page. */
const Courses = ({ courses, search, blueprints }: CoursesProps) => {
  const isMoving = courses.some(({ state }) => state === 'copying' || state === 'new')
  const { open, folds } = foldContent(courses)
  const shown = (course: ShownCourse) => (
    <Course key={course.id} course={course} blueprints={blueprints} search={search} />
  )
  return (
    <>
      <p className="content-summary" data-poll={isMoving ? POLL_SECONDS : undefined}>
        <span id="content-summary" data-polled role="status">
          {contentSummary(courses) || 'No courses found.'}
        </span>
        <a href={hrefs.courseContent(search)}>Refresh</a>
      </p>
      {open.map(shown)}
      {folds.map(({ title, courses }) => (
        <details key={title} className="content-fold">
          <summary>{title}</summary>
          <div className="content-folded">{courses.map(shown)}</div>
        </details>
      ))}
    </>
  )
}

interface CourseProps extends Pick<CoursesProps, 'blueprints' | 'search'> {
  course: ShownCourse
}

const Course = ({ course, ...copying }: CourseProps) => (
  <section className="content-course" data-course={course.id}>
    <h2>{course.name}</h2>
    <p className="soft">{course.about}</p>
    <Progress course={course} />
    {copying.blueprints.length > 0 && <CopyForm course={course} {...copying} />}
  </section>
)

/** Progress of the copies into a course. */
const Progress = ({ course }: { course: ShownCourse }) => (
  <div id={`progress-${course.id}`} data-polled>
    <p className="content-whole" data-state={course.state}>
      <Bar name={`${course.name}, all copies`} percent={course.completion} />
      <strong className={`state-${course.state}`}>{contentStates[course.state]}</strong>
    </p>
    {course.problem && <Notice tone="plain">{course.problem}</Notice>}
    {course.copies.length > 0 && (
      <ul className="content-copies">
        {course.copies.map(copy => (
          <li key={copy.id}>
            <span className="content-source">{copy.source}</span>
            <Bar name={`Copy ${copy.id} from ${copy.source}`} percent={copy.completion} />
            <span>{copy.word}</span>
            {copy.reason && <p className="content-reason">{copy.reason}</p>}
          </li>
        ))}
      </ul>
    )}
  </div>
)

const Bar = ({ name, percent }: { name: string; percent: number }) => (
  <span className="content-bar">
    <progress value={percent} max={100} aria-label={name} />
    <span className="figure">{percent} %</span>
  </span>
)

/** Starts a copy. No blueprint is preselected, because a copy cannot be undone. */
const CopyForm = ({ course, blueprints, search }: CourseProps) => {
  const { fields } = usePosted('default')
  return (
    <form method="post" action={hrefs.courseContent(search)} className="content-start">
      <input type="hidden" name="course_id" value={course.id} />
      <select
        name="source_course_id"
        className="select"
        aria-label={`Blueprint for ${course.name}`}
        defaultValue={fields.course_id === course.id ? fields.source_course_id : ''}
        required
      >
        <option value="">Choose a blueprint</option>
        {blueprints.map(b => (
          <option key={b.id} value={b.id}>
            {b.name}
          </option>
        ))}
      </select>
      <Button type="submit" look="quiet">
        Copy into this course
      </Button>
    </form>
  )
}

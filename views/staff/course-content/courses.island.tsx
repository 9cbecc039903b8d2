import { useEffect, useState } from 'react'
import {
  type Blueprint,
  contentStates,
  contentSummary,
  foldContent,
  type ShownCourse,
} from '#src/canvas/rules/course-content.ts'
import { island } from '../../island.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { Notice } from '../../ui/notice.tsx'

export interface CoursesProps {
  search: string
  courses: ShownCourse[]
  blueprints: Blueprint[]
  /** The copy that could not be started. */
  failedCopy: FailedCopy | null
}

interface FailedCopy {
  courseId: string
  sourceId: string
  message: string
}

/** Courses with progress bars, updated by server-sent events. Without JavaScript, a link refreshes the page. */
const Courses = (given: CoursesProps) => {
  const [courses, setCourses] = useState(given.courses)
  const [live, setLive] = useState(false)
  const { search, blueprints, failedCopy } = given
  const { open, folds } = foldContent(courses, failedCopy?.courseId)
  const of = ({ id }: ShownCourse) => ({
    blueprints,
    search,
    failedCopy: failedCopy?.courseId === id ? failedCopy : null,
  })
  useEffect(() => {
    const events = new EventSource(hrefs.contentEvents(search))
    events.addEventListener('courses', event => {
      setLive(true)
      setCourses(JSON.parse(event.data))
    })
    events.onerror = () => setLive(false)
    return () => events.close()
  }, [search])
  return (
    <>
      <p className="content-summary">
        <span role="status">{contentSummary(courses) || 'No courses found.'}</span>
        {live ? <span className="soft">Updates automatically</span> : <a href={hrefs.courseContent(search)}>Refresh</a>}
      </p>
      {open.map(course => (
        <Course key={course.id} course={course} {...of(course)} />
      ))}
      {folds.map(({ title, courses }) => (
        <details key={title} className="content-fold">
          <summary>{title}</summary>
          <div className="content-folded">
            {courses.map(course => (
              <FoldedCourse key={course.id} course={course} {...of(course)} />
            ))}
          </div>
        </details>
      ))}
    </>
  )
}

interface CourseProps extends Pick<CoursesProps, 'blueprints' | 'search' | 'failedCopy'> {
  course: ShownCourse
}

const Course = (given: CourseProps) => {
  const { course } = given
  return (
    <section id={`course-${course.id}`} className="content-course" data-course={course.id} data-state={course.state}>
      <h2>{course.name}</h2>
      <p className="soft">{course.about}</p>
      <Whole course={course} />
      <Copies {...given} />
    </section>
  )
}

/** A course that needs nothing: one line, which unfolds. */
const FoldedCourse = (given: CourseProps) => {
  const { course } = given
  return (
    <details className="content-course" id={`course-${course.id}`} data-course={course.id} data-state={course.state}>
      <summary>
        <strong>{course.name}</strong> <span className="soft">{course.about}</span>
      </summary>
      <Whole course={course} />
      <Copies {...given} />
    </details>
  )
}

const Whole = ({ course }: { course: ShownCourse }) => (
  <p className="content-whole">
    <Bar name={`${course.name}, all copies`} percent={course.completion} />
    <strong className={`state-${course.state}`}>{contentStates[course.state]}</strong>
  </p>
)

const Copies = ({ course, blueprints, search, failedCopy }: CourseProps) => (
  <>
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
    <Feedback feedback={failedCopy && { tone: 'problem', text: failedCopy.message }} />
    <StartCopy course={course} blueprints={blueprints} search={search} failedCopy={failedCopy} />
  </>
)

const Bar = ({ name, percent }: { name: string; percent: number }) => (
  <span className="content-bar">
    <progress value={percent} max={100} aria-label={name} />
    <span className="figure">{percent} %</span>
  </span>
)

/**
 * Starts a copy. No blueprint is preselected, because a copy cannot be undone. The fragment in `action` scrolls back to
 * the course when the page reloads.
 */
const StartCopy = ({ course, blueprints, search, failedCopy }: CourseProps) =>
  blueprints.length === 0 ? null : (
    <form method="post" action={`${hrefs.courseContent(search)}#course-${course.id}`} className="content-start">
      <input type="hidden" name="course_id" value={course.id} />
      <select
        name="source_course_id"
        className="select"
        aria-label={`Blueprint for ${course.name}`}
        defaultValue={failedCopy?.sourceId ?? ''}
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

export default island('staff/course-content/courses', Courses)

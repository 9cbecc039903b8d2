import { contentStatus } from '#src/canvas/contract.ts'
import { canvasMessages } from '#src/canvas/rules/canvas-messages.ts'
import { copyMessages, copyRefusalText } from '#src/canvas/rules/course-content.ts'
import type { FeedbackText } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { page, redirect } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage } from '../../ui/office-page.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import Courses, { type CoursesProps, type FailedCopy } from './courses.island.tsx'

interface Data {
  /** Null when no learning platform is configured. */
  shown: CoursesProps | null
  feedback: FeedbackText | null
}

const show = async ({ modules, query, staff }: StaffContext, failedCopy: FailedCopy | null = null, status = 200) => {
  const search = (query.search ?? '').slice(0, 100)
  const courses = await modules.canvas.listCourseContent(search)
  // Without blueprints, the copy form is hidden.
  const blueprints = rightsOf(staff).change ? await modules.canvas.listBlueprints() : []
  // A problem is shown with its course, or at the top when that course is not on the page.
  const isShown = courses?.some(course => course.id === failedCopy?.courseId) ?? false
  const shown = courses && { search, courses, blueprints, failedCopy }
  const started: FeedbackText | null = query.note === 'begun' ? { tone: 'good', text: copyMessages.begun } : null
  const feedback = failedCopy ? (isShown ? null : { tone: 'problem' as const, text: failedCopy.message }) : started
  return page<Data>({ shown, feedback }, { title: 'Course Content', status })
}

/** Course content: shows how far content copies into Canvas courses are, and starts new ones. */
export const courseContent = staffScreen<Data>({
  path: paths.courseContent,
  nav: { group: 'Courses', label: 'Course Content', hint: 'Copies in Canvas' },
  load: context => show(context),
  submit: {
    async default(context, { fields }) {
      const { course_id: courseId = '', source_course_id: sourceCourseId = '' } = fields
      const result = await context.modules.canvas.startCopy({ courseId, sourceCourseId, by: context.staff })
      if (result.ok) return redirect(hrefs.courseContent(context.query.search, 'begun'))
      const { message } = copyRefusalText(result)
      return show(context, { courseId, sourceId: sourceCourseId, message }, contentStatus[result.reason])
    },
  },
  View: ({ data: { shown, feedback } }) => (
    <OfficePage title="Course Content" lead="Copy blueprints into Canvas courses and follow their progress.">
      <Feedback feedback={feedback} />
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
          <Island of={Courses} props={shown} eager />
        </>
      )}
    </OfficePage>
  ),
})

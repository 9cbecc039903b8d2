import { contentStatus } from '#src/canvas/contract.ts'
import { listBlueprints, listCourseContent } from '#src/canvas/list-course-content.ts'
import { canvasMessages } from '#src/canvas/rules/canvas-messages.ts'
import { copyMessages, copyRefusalText } from '#src/canvas/rules/course-content.ts'
import { startCopy } from '#src/canvas/start-copy.ts'
import { done, posted, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage } from '../../ui/office-page.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { Courses, type CoursesProps } from './courses.tsx'

/** Null when no learning platform is configured. */
type Data = CoursesProps | null

const load = async ({ app, query, staff, answer }: StaffContext) => {
  const search = (query.search ?? '').slice(0, 100)
  const courses = await listCourseContent(app, search)
  // Without blueprints, the copy form is hidden.
  const blueprints = rightsOf(staff).change ? await listBlueprints(app) : []
  const { fields, problems } = posted(answer, 'default')
  const { course_id: courseId = '', source_course_id: sourceId = '' } = fields
  const failedCopy = problems.copy === undefined ? null : { courseId, sourceId, message: problems.copy }
  return page<Data>(courses && { search, courses, blueprints, failedCopy }, { title: 'Course Content' })
}

/** Course content: shows how far content copies into Canvas courses are, and starts new ones. */
export const courseContent = staffScreen<Data>({
  path: paths.courseContent,
  nav: { group: 'Courses', label: 'Course Content', hint: 'Copies in Canvas' },
  load,
  submit: {
    async default({ app, staff, query }, { fields }) {
      const { course_id: courseId = '', source_course_id: sourceCourseId = '' } = fields
      const result = await startCopy(app, { courseId, sourceCourseId, by: staff })
      if (result.ok) return done(hrefs.courseContent(query.search), copyMessages.begun)
      const { message } = copyRefusalText(result)
      return refused(result.reason, { message, field: 'copy' }, contentStatus[result.reason])
    },
  },
  fields: ['copy'],
  View: ({ data: shown }) => (
    <OfficePage title="Course Content" lead="Copy blueprints into Canvas courses and follow their progress.">
      <FarCopy shown={shown} />
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

/** The problem with a copy into a course that is not on the page. Others are shown with their course. */
const FarCopy = ({ shown }: { shown: Data }) => {
  const failed = shown?.failedCopy
  return failed && !shown.courses.some(course => course.id === failed.courseId) ? (
    <Feedback feedback={{ tone: 'problem', text: failed.message }} />
  ) : null
}

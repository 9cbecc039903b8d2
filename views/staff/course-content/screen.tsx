import { canvasMessages } from '#src/domain/canvas-messages.ts'
import { copyMessages } from '#src/domain/course-content.ts'
import { Island } from '../../island-host.tsx'
import { hrefs, paths } from '../../paths.ts'
import { page, redirect } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage } from '../../ui/office-page.tsx'
import { Said, type Saying } from '../../ui/said.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import Courses, { type CoursesProps, type Unbegun } from './courses.island.tsx'

interface Data {
  /** Null: no learning platform is set up. */
  shown: CoursesProps | null
  saying: Saying | null
}

const show = async ({ operations, query, staff }: StaffContext, unbegun: Unbegun | null = null, status = 200) => {
  const search = (query.search ?? '').slice(0, 100)
  const courses = await operations.listCourseContent(search)
  // Without a blueprint to copy from there is no button.
  const blueprints = rightsOf(staff).change ? await operations.listBlueprints() : []
  // It stands with its course; above all of them where that is not on the page.
  const isShown = courses?.some(course => course.id === unbegun?.courseId) ?? false
  const shown = courses && { search, courses, blueprints, unbegun }
  const begun: Saying | null = query.note === 'begun' ? { tone: 'good', text: copyMessages.begun } : null
  const saying = unbegun ? (isShown ? null : { tone: 'problem' as const, text: unbegun.message }) : begun
  return page<Data>({ shown, saying }, { title: 'Course content', status })
}

/** How far the copies of content into our courses are, and the button that begins one (spec §4, Course completion). */
export const courseContent = staffScreen<Data>({
  path: paths.courseContent,
  nav: { group: 'Courses', label: 'Course content' },
  load: context => show(context),
  submit: {
    async default(context, { fields }) {
      const { course_id: courseId = '', source_course_id: sourceCourseId = '' } = fields
      const result = await context.operations.startCopy({ courseId, sourceCourseId, by: context.staff })
      const unbegun = { courseId, sourceId: sourceCourseId }
      if (result.kind === 'refused') return show(context, { ...unbegun, message: result.message }, result.status)
      return redirect(hrefs.courseContent(context.query.search, 'begun'))
    },
  },
  View: ({ data: { shown, saying } }) => (
    <OfficePage title="Course content" lead="How far the copies of blueprints into the courses in Canvas are.">
      <Said saying={saying} />
      {shown === null ? (
        <Notice tone="plain">{canvasMessages.notSetUp}</Notice>
      ) : (
        <>
          <search>
            <form method="get" action={paths.courseContent} className="content-search">
              <Field
                label="Course, school or Canvas number"
                name="search"
                defaultValue={shown.search}
                maxLength={100}
              />
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

import { findCourseById } from '#src/courses/courses.ts'
import { courseRefusals } from '#src/courses/rules/activation.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { NotFound, OfficePage } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen, urlId } from '../staff-screen.ts'
import { CoursePanel, courseActions, type ShownCourse, showCourse, TestCoupon } from './course-panel.tsx'

const load = async (context: StaffContext): Promise<ShownCourse | null> => {
  const course = await findCourseById(context.app, urlId(context), context.staff)
  return course && showCourse(context, course, hrefs.coursePage(course.id))
}

export const coursePageScreen = staffScreen<ShownCourse | null>({
  path: paths.coursePage,
  nav: { section: 'Find', label: 'Course', isUnlisted: true },
  knowsSchools: true,
  load: async context => {
    const data = await load(context)
    return page(data, { title: data ? courseName(data.course) : 'Course', status: data ? 200 : 404 })
  },
  submit: courseActions,
  View: ({ data, site }) =>
    data ? (
      <OfficePage title={courseName(data.course)} lead={`${data.course.school.name}, LTI ${data.course.version}`}>
        <TestCoupon />
        <CoursePanel data={data} site={site} />
      </OfficePage>
    ) : (
      <NotFound title="Course" lead={courseRefusals.course_not_found.message} list={[paths.course, 'All courses']} />
    ),
})

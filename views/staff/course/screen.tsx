import { findCourseById } from '#src/courses/courses.ts'
import { courseRefusals } from '#src/courses/rules/activation.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { NotFound, OfficePage } from '../../ui/office-page.tsx'
import { staffScreen, urlId } from '../staff-screen.ts'
import { CoursePanel, courseActions, showCourse, TestCoupon } from './course-panel.tsx'

export const coursePageScreen = staffScreen({
  path: paths.coursePage,
  nav: { section: 'Find', label: 'Course', isUnlisted: true },
  knowsSchools: true,
  load: async context => {
    const course = await findCourseById(context.app, urlId(context), context.staff)
    const data = course && (await showCourse(context, course, hrefs.coursePage(course.id)))
    return page(data, { title: data ? courseName(data.course) : 'Course', status: data ? 200 : 404 })
  },
  submit: courseActions,
  View: ({ data }) =>
    data ? (
      <OfficePage title={courseName(data.course)} lead={`${data.course.school.name}, LTI ${data.course.version}`}>
        <TestCoupon />
        <CoursePanel data={data} />
      </OfficePage>
    ) : (
      <NotFound title="Course" lead={courseRefusals.course_not_found.message} list={[paths.course, 'All courses']} />
    ),
})

import { courseName } from '#src/courses/rules/course.ts'
import type { JoinCourse } from '#src/courses/rules/join-course.ts'

/** Converts the course of a join link to JSON, with only the school settings that the form needs. */
export const wireJoinCourse = (course: JoinCourse, live: boolean) => ({
  id: course.id,
  name: courseName(course),
  teachers: course.teachers.map(t => ({ id: t.id, display_name: t.name })),
  products: course.products.map(p => ({
    product_code: p.productCode,
    name: p.name,
    stripe_price_id: p.stripePriceId,
    units_for_teacher: p.unitsForTeacher,
  })),
  canvas_course_id: course.canvasCourseId,
  live,
  accepts_payment: course.school.acceptsPayment,
  accepts_access_code: course.school.acceptsAccessCode,
  email_domain: course.emailDomain,
})

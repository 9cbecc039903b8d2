import type { Course, SignUpDates } from './course.ts'
import type { Product } from './product.ts'

/** A notice for the teacher of a course that students cannot enter now, or soon: docs/rules/courses.md. */
export interface TeacherNotice {
  tone: 'problem' | 'plain'
  what: string
  students: string
  nextStep: string
}

/** Facts of a course that decide if students can enter it. */
export interface TeachersCourse extends SignUpDates, Pick<Course, 'contextId' | 'isMoving'> {
  products: Pick<Product, 'isFree'>[]
}

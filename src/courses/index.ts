import { activateLtiCourse } from './activate-lti-course.ts'
import { activateWaitingCourses } from './activate-waiting-courses.ts'
import { createProduct } from './create-product.ts'
import { listDefaultProducts, setDefaultProducts } from './default-products.ts'
import { findCourseLink } from './find-course-link.ts'
import { findJoinLink } from './find-join-link.ts'
import { findCourseById, findLtiCourse, findLtiCourses } from './find-lti-course.ts'
import { findPayCourse } from './find-pay-course.ts'
import { listCourses } from './list-courses.ts'
import { checkProduct, listProducts } from './list-products.ts'
import { listTeachers } from './list-teachers.ts'
import { listWaitingCourses } from './list-waiting-courses.ts'
import { markActivatedCourses } from './mark-activated-courses.ts'
import { undoCourseDates } from './undo-course-dates.ts'
import { updateProduct } from './update-product.ts'
import type { App } from "#src/context.ts";

export { changeProducts } from './change-products.ts'
export { activateByDefault } from './default-products.ts'
export { notifyTeachers } from './notify-teachers.ts'
export { type CourseRef, openJoinLink } from './open-join-link.ts'
export { mountCourseCalls } from './routes.ts'
export { setAccessUntil } from './set-access-until.ts'
export { findJoinCourse, listTeacherRecipients } from './store/join-courses.ts'
export { findProduct, listAllProducts, listProductsByIds } from './store/products.ts'
export {
  getStaffCourse,
  listStaffCoursesByIds,
  lockCourse,
} from './store/staff-courses.ts'
export { claimUnannouncedCourses, listWaitingRows } from './store/waiting-courses.ts'
export { suggestProducts } from './suggest-products.ts'

export const makeCourses = (app: App) => ({
  activateLtiCourse: activateLtiCourse(app),
  activateWaitingCourses: activateWaitingCourses(app),
  listDefaultProducts: listDefaultProducts(app),
  setDefaultProducts: setDefaultProducts(app),
  checkProduct: checkProduct(app),
  createProduct: createProduct(app),
  findJoinLink: findJoinLink(app),
  findPayCourse: findPayCourse(app),
  findCourseLink: findCourseLink(app),
  findCourseById: findCourseById(app),
  findLtiCourse: findLtiCourse(app),
  findLtiCourses: findLtiCourses(app),
  listProducts: listProducts(app),
  undoCourseDates: undoCourseDates(app),
  listCourses: listCourses(app),
  listTeachers: listTeachers(app),
  updateProduct: updateProduct(app),
  listWaitingCourses: listWaitingCourses(app),
  markActivatedCourses: markActivatedCourses(app),
})

export type Courses = ReturnType<typeof makeCourses>

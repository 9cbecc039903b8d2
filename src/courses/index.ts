import { activateLtiCourse, undoCourseDates } from './activation.ts'
import { listDefaultProducts, setDefaultProducts } from './default-products.ts'
import { findCourseLink, findJoinLink, findPayCourse } from './join-links.ts'
import { checkProduct, createProduct, listProducts, updateProduct } from './products.ts'
import { findCourseById, findLtiCourse, findLtiCourses, listCourses, listTeachers } from './staff-courses.ts'
import { activateWaitingCourses, listWaitingCourses, markActivatedCourses } from './waiting-courses.ts'
import type { App } from "#src/context.ts";

export { setAccessUntil } from './activation.ts'
export { changeProducts, notifyTeachers } from './course-products.ts'
export { activateByDefault } from './default-products.ts'
export { type CourseRef, openJoinLink } from './join-links.ts'
export { mountCourseCalls } from './routes.ts'
export { findJoinCourse, listTeacherRecipients } from './store/join-courses.ts'
export { findProduct, listAllProducts, listProductsByIds } from './store/products.ts'
export {
  getStaffCourse,
  listStaffCoursesByIds,
  lockCourse,
} from './store/staff-courses.ts'
export { claimUnannouncedCourses, listWaitingRows } from './store/waiting-courses.ts'
export { suggestProducts } from './waiting-courses.ts'

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

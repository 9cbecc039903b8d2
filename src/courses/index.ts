import { activateLtiCourse, undoCourseDates } from './activation.ts'
import { listDefaultProducts, setDefaultProducts } from './default-products.ts'
import type { Deps } from './deps.ts'
import { findCourseLink, findJoinLink, findPayCourse } from './join-links.ts'
import { checkProduct, createProduct, listProducts, updateProduct } from './products.ts'
import { findCourseById, findLtiCourse, findLtiCourses, listCourses, listTeachers } from './staff-courses.ts'
import { activateWaitingCourses, listWaitingCourses, markActivatedCourses } from './waiting-courses.ts'

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

export const makeCourses = (deps: Deps) => ({
  activateLtiCourse: activateLtiCourse(deps),
  activateWaitingCourses: activateWaitingCourses(deps),
  listDefaultProducts: listDefaultProducts(deps),
  setDefaultProducts: setDefaultProducts(deps),
  checkProduct: checkProduct(deps),
  createProduct: createProduct(deps),
  findJoinLink: findJoinLink(deps),
  findPayCourse: findPayCourse(deps),
  findCourseLink: findCourseLink(deps),
  findCourseById: findCourseById(deps),
  findLtiCourse: findLtiCourse(deps),
  findLtiCourses: findLtiCourses(deps),
  listProducts: listProducts(deps),
  undoCourseDates: undoCourseDates(deps),
  listCourses: listCourses(deps),
  listTeachers: listTeachers(deps),
  updateProduct: updateProduct(deps),
  listWaitingCourses: listWaitingCourses(deps),
  markActivatedCourses: markActivatedCourses(deps),
})

export type Courses = ReturnType<typeof makeCourses>

import type { Needs } from '#src/context.ts'
import { refuse } from '#src/core/rules/outcome.ts'
import { type JsonScope, makeRefuser } from '#src/http/json-calls.ts'
import { knowsSchools } from '#src/http/staff-guard.ts'
import { activateLtiCourse } from './activation.ts'
import * as contract from './contract.ts'
import { courseStatus, productStatus } from './contract.ts'
import { findLtiCourse, findLtiCourses } from './courses.ts'
import { createProduct, findProduct, listProducts, updateProduct } from './products.ts'
import { courseRefusals } from './rules/activation.ts'
import { productMessages, productRefusals } from './rules/product-form.ts'

const refused = makeRefuser(courseStatus, courseRefusals)
const productRefused = makeRefuser(productStatus, productRefusals)

/** Mounts the staff calls for products and courses. The scope requires a signed-in staff user. */
export const mountCourseCalls = (
  scope: JsonScope,
  app: Needs<'checkPrice' | 'clock' | 'db' | 'jobs' | 'timezone'>,
): void => {
  scope.get('/api/products', { schema: contract.listProductsCall, ...knowsSchools }, async () => ({
    products: (await listProducts(app.db)).map(contract.toWireProduct),
  }))

  scope.post('/twa/check_product', { schema: contract.checkProductCall }, async (request, reply) => {
    const product = await findProduct(app.db, request.body.product_code.trim())
    return product ? { product: contract.toWireProduct(product) } : productRefused(reply, refuse('product_not_found'))
  })

  scope.post('/twa/create_product', { schema: contract.createProductCall }, async (request, reply) => {
    const result = await createProduct(app, request.body, request.staff!)
    if (!result.ok) return productRefused(reply, result)
    return { message: productMessages.created, product: contract.toWireProduct(result.product) }
  })

  scope.post('/twa/update_product', { schema: contract.updateProductCall }, async (request, reply) => {
    const result = await updateProduct(app, request.body, request.staff!)
    if (!result.ok) return productRefused(reply, result)
    return { message: productMessages.updated, product: contract.toWireProduct(result.product) }
  })

  scope.get('/api/lti_courses/:id', { schema: contract.findCourseCall, ...knowsSchools }, async (request, reply) => {
    const found = await findLtiCourse(app, request.params.id, request.staff!)
    return found.ok ? { lti_course: contract.toWireCourse(found.course, app.clock.now()) } : refused(reply, found)
  })

  scope.get(
    '/twa/get_lti_courses/:id',
    { schema: contract.findCoursesCall, ...knowsSchools },
    async (request, reply) => {
      const found = await findLtiCourses(app, request.params.id, request.staff!)
      if (found.length === 0) return refused(reply, refuse('course_not_found'))
      return { lti_courses: found.map(c => contract.toWireCourse(c, app.clock.now())) }
    },
  )

  scope.post(
    '/twa/activate_lti_course/:context_id',
    { schema: contract.activateLtiCourseCall, ...knowsSchools },
    async (request, reply) => {
      const { lti_course: settings, lti_course_id: courseId, confirm } = request.body
      const result = await activateLtiCourse(app, {
        contextId: request.params.context_id,
        courseId,
        confirm,
        ...contract.fromWireSettings(settings),
        by: request.staff!,
      })
      return result.ok ? { lti_course: contract.toWireCourse(result.course, app.clock.now()) } : refused(reply, result)
    },
  )
}

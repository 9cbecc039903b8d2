import * as z from 'zod'
import type { OfferedProduct, WaitingCourse } from '#src/courses/rules/waiting-courses.ts'
import { type Call, call, refuse, toRefusal } from '#src/http/staff-calls.ts'
import type { SchoolDefaults } from '../../schools/rules/school.ts'

const wireProducts = (products: OfferedProduct[]) =>
  products.map(p => ({ id: p.id, product_code: p.productCode, name: p.name }))

const wireWaiting = (c: WaitingCourse) => ({
  id: c.id,
  version: c.version,
  context_id: c.contextId,
  context_title: c.title,
  context_label: c.label,
  school: c.school,
  teachers: c.teachers,
  students_waiting: c.students,
  since: c.since.toISOString(),
  last_at: c.lastAt.toISOString(),
  suggestion: c.suggestion && { products: wireProducts(c.suggestion.products), because: c.suggestion.because },
})

const wireDefaults = (s: SchoolDefaults) => ({
  version: s.version,
  id: s.id,
  name: s.name,
  key: s.key,
  products: wireProducts(s.products),
})

const ids = z.array(z.number().int()).max(100)

/** Calls for courses without products, and for schools' default products. */
export const waitingCalls: Call[] = [
  call({
    method: 'GET',
    path: '/api/waiting_courses',
    does: 'Lists courses that were launched and have no product, with a suggestion for each.',
    answers: ['waiting_courses'],
    run: async ({ modules }) => ({ waiting_courses: (await modules.courses.listWaitingCourses()).map(wireWaiting) }),
  }),
  call({
    method: 'POST',
    path: '/twa/activate_waiting_courses',
    does: 'Assigns products to waiting courses. Courses that a colleague activated meanwhile are listed and not changed.',
    answers: ['message', 'activated', 'late'],
    body: z.object({ courses: z.array(z.object({ id: z.number().int(), product_ids: ids })).max(200) }),
    async run({ body, staff, modules }) {
      const choices = body.courses.map(c => ({ courseId: c.id, productIds: c.product_ids }))
      const result = await modules.courses.activateWaitingCourses(choices, staff)
      if (result.kind === 'refused') return refuse(result.status, result.message, 'courses')
      return { message: result.message, activated: result.activated, late: result.late }
    },
  }),
  call({
    method: 'GET',
    path: '/api/default_products',
    does: 'Lists every school with its default products.',
    answers: ['schools'],
    run: async ({ modules }) => ({ schools: (await modules.courses.listDefaultProducts()).map(wireDefaults) }),
  }),
  call({
    method: 'POST',
    path: '/twa/set_default_products',
    does: 'Sets the default products of a consumer (`version` 1.1) or a deployment (1.3).',
    answers: ['message', 'school'],
    body: z.object({ version: z.enum(['1.1', '1.3']), id: z.number().int(), product_ids: ids }),
    async run({ body, staff, modules }) {
      const result = await modules.courses.setDefaultProducts(
        { version: body.version, id: body.id },
        body.product_ids,
        staff,
      )
      return result.kind === 'refused'
        ? toRefusal(result)
        : { message: result.message, school: wireDefaults(result.school) }
    },
  }),
]

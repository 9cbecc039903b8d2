import * as z from 'zod'
import type { ProductSaved } from '#src/courses/index.ts'
import { ProductForm, productMessages } from '#src/courses/rules/product-form.ts'
import { type Call, call, refuse, toRefusal } from '#src/http/staff-calls.ts'
import { wireProduct, wireUser } from './wire.ts'

const saved = (result: ProductSaved) =>
  result.kind === 'refused' ? toRefusal(result) : { message: result.message, product: wireProduct(result.product) }

export const catalogueCalls: Call[] = [
  call({
    method: 'GET',
    path: '/api/products',
    does: 'Lists the products.',
    answers: ['products'],
    run: async ({ modules }) => ({ products: (await modules.courses.listProducts()).map(wireProduct) }),
  }),
  call({
    method: 'GET',
    path: '/api/users',
    does: 'Lists the staff users, who are named in histories.',
    answers: ['users'],
    run: async ({ modules }) => ({ users: (await modules.staff.listStaff()).map(wireUser) }),
  }),
  call({
    method: 'POST',
    path: '/twa/check_product',
    does: 'Finds a product by code.',
    answers: ['product'],
    body: z.object({ product_code: z.string() }),
    async run({ body, modules }) {
      const product = await modules.courses.checkProduct(body.product_code)
      return product ? { product: wireProduct(product) } : refuse(404, productMessages.notFound)
    },
  }),
  call({
    method: 'POST',
    path: '/twa/create_product',
    does: 'Creates a product. `units` are unit numbers from 1 to 19.',
    answers: ['message', 'product'],
    body: ProductForm,
    run: async ({ body, staff, modules }) => saved(await modules.courses.createProduct(body, staff)),
  }),
  call({
    method: 'POST',
    path: '/twa/update_product',
    does: 'Changes the name, price and units of a product.',
    answers: ['message', 'product'],
    body: ProductForm,
    run: async ({ body, staff, modules }) => saved(await modules.courses.updateProduct(body, staff)),
  }),
]

import * as z from 'zod/mini'
import type { RefusalTexts } from '#src/core/rules/outcome.ts'

export const productMessages = {
  blank: 'Product Code, Stripe Price ID, and Name fields cannot be blank',
  blankCode: 'Enter a product code.',
  units: 'Units are whole numbers from 1 to 19.',
  created: 'Product created.',
  updated: 'Product updated.',
} as const

export const productRefusals = {
  product_not_found: { message: 'Product not found', field: 'product_code' },
  product_exists: { message: 'A product with this code exists.', field: 'product_code' },
  price_not_found: { message: 'Stripe price not found', field: 'stripe_price_id' },
  price_too_small: {
    message: 'Stripe does not charge as little as this price. Enter a higher one.',
    field: 'stripe_price_id',
  },
  price_unchecked: {
    message: 'The card service is not answering, so we could not check the price. Try again in a minute.',
    field: 'stripe_price_id',
  },
} as const satisfies RefusalTexts

export type ProductReason = keyof typeof productRefusals
export type PriceReason = Extract<ProductReason, 'price_not_found' | 'price_too_small' | 'price_unchecked'>

const text = z.string(productMessages.blank).check(z.trim(), z.minLength(1, productMessages.blank), z.maxLength(200))

export const ProductForm = z.object({
  product_code: text,
  stripe_price_id: text,
  name: text,
  units: z.array(
    z
      .number(productMessages.units)
      .check(z.int(productMessages.units), z.gte(1, productMessages.units), z.lte(19, productMessages.units)),
  ),
})

export type ProductFields = z.infer<typeof ProductForm>

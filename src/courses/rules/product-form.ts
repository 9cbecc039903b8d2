import * as z from 'zod/mini'

/** Form and messages of Manage Product. */
export const productMessages = {
  blank: 'Product Code, Stripe Price ID, and Name fields cannot be blank',
  blankCode: 'Enter a product code.',
  units: 'Units are whole numbers from 1 to 19.',
  notFound: 'Product not found',
  exists: 'A product with this code exists.',
  price: 'Stripe price not found',
  priceAway: 'The card service is not answering, so we could not check the price. Try again in a minute.',
  created: 'Product created.',
  updated: 'Product updated.',
} as const

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

/** A product that cannot be saved, because of its price. */
export interface ProductRefused {
  kind: 'refused'
  status: 422 | 502
  message: string
  field: 'stripe_price_id'
}

export type ProductFields = z.infer<typeof ProductForm>

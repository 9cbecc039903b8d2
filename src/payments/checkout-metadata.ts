import type { Entitlement } from '#src/access/rules/entitlement.ts'
import type { Product } from '#src/courses/rules/product.ts'

/** Metadata on a checkout session and its payment. It identifies both if our own row is lost. */
export interface CheckoutMetadata {
  entitlementId: number
  /** The row's payment reference. Checked too, because ids can be guessed. */
  reference: string
  lines: { productId: number; priceId: string }[]
}

export const toCheckoutMetadata = (entitlement: Entitlement, products: Product[]): Record<string, string> => ({
  signbook_id: String(entitlement.id),
  signbook_reference: entitlement.sessionId,
  // Stripe allows 500 characters per value; a course has only a few products.
  signbook_lines: products.map(p => `${p.id}=${p.stripePriceId}`).join(','),
})

export const readCheckoutMetadata = (metadata: Record<string, string>): CheckoutMetadata | null => {
  const { signbook_id: id, signbook_reference: reference, signbook_lines: list = '' } = metadata
  if (!/^\d{1,15}$/.test(id ?? '') || !reference) return null
  const lines = list.split(',').map(line => {
    const [productId, ...price] = line.split('=')
    return { productId: Number(productId), priceId: price.join('=') }
  })
  return lines.every(l => l.productId > 0 && l.priceId) ? { entitlementId: Number(id), reference, lines } : null
}

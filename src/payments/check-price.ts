import type { Needs } from '#src/context.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { PriceReason } from '#src/courses/rules/product-form.ts'
import { CardProviderError } from './rules/card-provider.ts'

/**
 * Says why the card provider would not sell at a price: it must be active, for one payment, of our mode, and cost
 * something (a course that costs nothing uses the free product). Null: it would, or no provider is set up.
 */
export const checkPrice = async (
  { card, live }: Needs<'card' | 'live'>,
  priceId: string,
): Promise<Refused<PriceReason> | null> => {
  if (!card) return null
  try {
    const price = await card.gateway.findPrice(priceId)
    const sells = price?.active && price.oneTime && price.amount > 0 && price.livemode === live
    return sells ? null : refuse('price_not_found')
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    return error.reason === 'away' ? refuse('price_unchecked') : refuse('price_not_found')
  }
}

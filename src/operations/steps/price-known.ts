import { CardProviderError } from '../../domain/card.ts'
import { productMessages } from '../../domain/product-form.ts'
import type { Deps } from '../deps.ts'

export interface PriceRefused {
  kind: 'refused'
  status: 422 | 502
  message: string
  field: 'stripe_price_id'
}

/**
 * Checks that a price can be sold: active, one-time, in our mode, and above zero (free courses use the free product).
 * Returns the refusal, or null if the price is fine or no card provider is configured.
 */
export const refusePrice = async ({ card, settings }: Deps, id: string): Promise<PriceRefused | null> => {
  const no = (status: 422 | 502, message: string) =>
    ({ kind: 'refused', status, message, field: 'stripe_price_id' }) as const
  if (!card) return null
  try {
    const price = await card.gateway.findPrice(id)
    const sells = price?.active && price.oneTime && price.amount > 0 && price.livemode === settings.live
    return sells ? null : no(422, productMessages.price)
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    return error.reason === 'away' ? no(502, productMessages.priceAway) : no(422, productMessages.price)
  }
}

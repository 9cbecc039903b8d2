import { readJson } from '#src/core/outbound/outbound.ts'
import { STRIPE_VERSION } from '#src/payments/rules/card-provider.ts'
import type { PriceFacts } from '../rules/service-lines.ts'
import type { ServiceAnswer } from '../rules/setup-line.ts'
import { ask, askFor } from './ask.ts'

interface StripeSettings {
  secretKey: string
  apiBase?: string | undefined
}

interface ProductPrice {
  code: string
  priceId: string
}

const get = ({ secretKey, apiBase = 'https://api.stripe.com' }: StripeSettings, path: string) => ({
  url: `${apiBase}${path}`,
  headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': STRIPE_VERSION },
})

/** Lists one checkout, which any key that we can use may do. */
export const tryStripe = (settings: StripeSettings): Promise<ServiceAnswer> =>
  askFor(body => body?.object === 'list', get(settings, '/v1/checkout/sessions?limit=1'))

/** Asks Stripe for the price of each product. */
export const tryPrices = (settings: StripeSettings, products: ProductPrice[], live: boolean): Promise<PriceFacts[]> =>
  Promise.all(
    products.map(async ({ code, priceId }) => {
      const { answer, text } = await ask(get(settings, `/v1/prices/${encodeURIComponent(priceId)}`))
      const price = readJson(text)
      if (answer === 'works') return { code, sells: price?.active === true && price.livemode === live }
      return { code, sells: answer === 'not_found' ? false : null }
    }),
  )

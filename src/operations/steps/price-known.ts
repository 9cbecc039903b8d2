import type { Deps } from '../deps.ts'

/** Whether the card provider can sell at this price: active, for one payment, of our mode (rules.md D9). Without a provider nobody can say no. */
export const isPriceKnown = async ({ findPrice, settings }: Deps, id: string): Promise<boolean> => {
  if (!findPrice) return true
  const price = await findPrice(id)
  return price?.active === true && price.oneTime && price.livemode === settings.live
}

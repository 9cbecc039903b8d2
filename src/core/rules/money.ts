/** Types of the card provider port: our own shapes, none of the provider's SDK types. */

/** Amount in minor units and currency in lower case: 4900 and 'usd'. */
export interface Money {
  amount: number
  currency: string
}

/** Cached price of the provider. */
export interface KnownPrice extends Money {
  priceId: string
  /** Active, one-time and in our mode (live or test). Otherwise it is neither shown nor sold. */
  sells: boolean
  fetchedAt: Date
}

/** Cache of formatters by currency: creating one costs about 100 times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>()

/** Formats an amount: '$49.00' for 4900 'usd'. Handles currencies without minor units. */
export const moneyText = ({ amount, currency }: Money): string => {
  const format =
    formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
  formats.set(currency, format)
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

import { type Language, localeOf } from './language.ts'

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

/** Cache of formatters by locale and currency: creating one costs about 100 times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>()
const formatIn = (locale: string, currency: string): Intl.NumberFormat => {
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(key, format)
  return format
}

/** Formats an amount: '$49.00' for 4900 'usd'. Handles currencies without minor units. */
export const moneyText = ({ amount, currency }: Money, language: Language = 'en'): string => {
  const format = formatIn(localeOf(language), currency.toUpperCase())
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

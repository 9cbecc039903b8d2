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

/** Digits of Stripe's amounts where they are not two. Not those of Intl: ISK and UGX have two at Stripe. */
const digitsOf = (code: string): number =>
  /BIF|CLP|DJF|GNF|JPY|KMF|KRW|MGA|PYG|RWF|VND|VUV|XAF|XOF|XPF/.test(code)
    ? 0
    : /BHD|JOD|KWD|OMR|TND/.test(code)
      ? 3
      : 2

const SMALLEST =
  'usd 50 aed 200 aud 50 bgn 100 brl 50 cad 50 chf 50 czk 1500 dkk 250 eur 50 gbp 30 hkd 400 huf 17500 inr 50 jpy 50 mxn 1000 myr 200 nok 300 nzd 50 pln 200 ron 200 sek 300 sgd 50 thb 1000'.split(
    ' ',
  )

/** Returns the smallest amount that Stripe charges (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const smallestCharge = (currency: string): number => Number(SMALLEST[SMALLEST.indexOf(currency) + 1] ?? 1) || 1

/** Cache of formatters by locale and currency: creating one costs about 100 times as much as using it. */
const formats = new Map<string, Intl.NumberFormat>()
const formatIn = (locale: string, currency: string): Intl.NumberFormat => {
  const key = `${locale} ${currency}`
  const [minimumFractionDigits, maximumFractionDigits] = [digitsOf(currency), digitsOf(currency)]
  // The runtime refuses a code that has not three letters.
  const options = {
    ...(/^[A-Z]{3}$/.test(currency) ? { style: 'currency' as const, currency } : {}),
    minimumFractionDigits,
    maximumFractionDigits,
  } as const
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}

/** Returns an amount as a plain number for tables and files: '49.00' for 4900 'usd'. */
export const plainAmount = ({ amount, currency }: Money): string => {
  const digits = digitsOf(currency.toUpperCase())
  return (amount / 10 ** digits).toFixed(digits)
}

/** Formats an amount: '$49.00' for 4900 'usd'. */
export const moneyText = ({ amount, currency }: Money, language: Language = 'en'): string => {
  const code = currency.toUpperCase()
  const text = formatIn(localeOf(language), code).format(amount / 10 ** digitsOf(code))
  return /^[A-Z]{3}$/.test(code) ? text : `${code} ${text}`.trim()
}

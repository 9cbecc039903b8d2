import { keepInBrowser, readKept } from './hydrated.ts'

/** A code from a card's QR link, kept in this browser until the next code step takes it. Nothing is sent. */
const KEY = 'signbook-code'

export const keepCode = (code: string): void => keepInBrowser(KEY, code)

/** Returns the kept code once, or '' if there is none. */
export const takeCode = (): string => {
  const code = readKept(KEY) ?? ''
  keepInBrowser(KEY, '')
  return code
}

/** A code from a card's QR link, kept in this browser until the code step takes it. Nothing is sent. */
const KEY = 'signbook-code'
/** Afterwards another person may use the device. */
const LASTS_MS = 60 * 60 * 1000

export const keepCode = (code: string): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify([Date.now(), code]))
  } catch {
    // The browser stores nothing here. The code can still be copied.
  }
}

/** Returns the kept code once, or '' if there is none. */
export const takeCode = (): string => {
  try {
    const kept = localStorage.getItem(KEY)
    localStorage.removeItem(KEY)
    const [at, code] = JSON.parse(kept ?? '[0, ""]')
    return Date.now() - at < LASTS_MS ? String(code) : ''
  } catch {
    return ''
  }
}

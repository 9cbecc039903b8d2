/** A code from a card's QR link, kept in this browser until the next code step takes it. Nothing is sent. */
const KEY = 'signbook-code'

export const keepCode = (code: string): void => {
  try {
    localStorage.setItem(KEY, code)
  } catch {
    // The browser stores nothing here. The code can still be copied.
  }
}

/** Returns the kept code once, or '' if there is none. */
export const takeCode = (): string => {
  try {
    const code = localStorage.getItem(KEY)
    localStorage.removeItem(KEY)
    return code ?? ''
  } catch {
    return ''
  }
}

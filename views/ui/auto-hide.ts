/**
 * Ends a notice after a delay (milliseconds), but not while it is held by pointer or focus (WCAG 2.2.1). Returns a
 * function that cancels it.
 */
export const autoHide = (milliseconds: number, isHeld: () => boolean, end: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (isHeld()) return
    clearInterval(timer)
    end()
  }, milliseconds)
  return () => clearInterval(timer)
}

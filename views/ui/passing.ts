/**
 * Ends a notice after its time (spec §8), unless somebody holds it then: who reads is not hurried, and it goes once it is
 * let go (WCAG 2.2.1). Answers how to call it off.
 */
export const letPass = (milliseconds: number, isHeld: () => boolean, end: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (isHeld()) return
    clearInterval(timer)
    end()
  }, milliseconds)
  return () => clearInterval(timer)
}

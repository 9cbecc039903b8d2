import type { Entitlement } from './entitlement.ts'

/** Begins a code of which only the last two characters are shown. */
const MASK = '…'

export const isMasked = (code: string): boolean => code.startsWith(MASK)

export const maskedCode = (code: string): string => `${MASK}${code.slice(-2)}`

/**
 * Returns a row as its own link shows it. A code with uses left opens the course to others, and more people than the
 * student see the link: staff who may not read codes, the help chat. `typed` is the code that was just typed.
 */
export const maskOpenCodes = (row: Entitlement, typed: { id: number } | null = null): Entitlement => ({
  ...row,
  codes: row.codes.map(c => (c.hasUsesLeft && c.couponId !== typed?.id ? { ...c, code: maskedCode(c.code) } : c)),
})

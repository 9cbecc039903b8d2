/** Normalizes a typed reference: adds the dash, upper-cases it, and reads O as 0, I and L as 1. */
export const cleanReference = (typed: string): string => {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return letters && `${letters.slice(0, 5)}-${letters.slice(5)}`
}

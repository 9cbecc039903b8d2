/** A reference as people type it from a picture of the page: without its dash, in small letters, with O for 0. */
export const cleanReference = (typed: string): string => {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return letters && `${letters.slice(0, 5)}-${letters.slice(5)}`
}

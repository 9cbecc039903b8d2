/** Returns a URL slug: 'At the Doctor's Office' becomes 'at-the-doctors-office'. */
export const toSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'\u2019]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** TREE and TREE++, or fs-BUS and #BUS, are different signs and need different URLs. */
export const slugOfGloss = (gloss: string): string => toSlug(gloss.replace('#', 'loan-').replace('++', '-repeated'))

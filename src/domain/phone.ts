/** A number of North America as people there write it; any other as it came (spec §9, the phone display filter). */
export const shownPhone = (given: string): string => {
  const [, area, exchange, line] = given.replace(/[^+\d]/g, '').match(/^(?:\+?11?)?([2-9]\d\d)(\d{3})(\d{4})$/) ?? []
  return area ? `(${area}) ${exchange}-${line}` : given
}

/** Formats a North American number as (xxx) xxx-xxxx; any other is returned unchanged. */
export const shownPhone = (given: string): string => {
  const [, area, exchange, line] = given.replace(/[^+\d]/g, '').match(/^(?:\+?11?)?([2-9]\d\d)(\d{3})(\d{4})$/) ?? []
  return area ? `(${area}) ${exchange}-${line}` : given
}

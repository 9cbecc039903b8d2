/** The id of a row, as a form or an address names it. Null: that is none. */
export const rowId = (text = ''): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null)

export const rowIds = (texts: string[] = []): number[] => texts.flatMap(text => rowId(text) ?? [])

/** Parses a row id from a form or address; null if invalid. */
export const rowId = (text = ''): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null)

export const rowIds = (texts: string[] = []): number[] => texts.flatMap(text => rowId(text) ?? [])

/** Removes spaces and dashes from a typed code: people type the digits in groups. */
export const stripCodeSeparators = (text: string): string => text.replace(/[\s-]/g, '')

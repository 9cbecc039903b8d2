/** The figures of a code as somebody types them: read out in threes, they are typed with a space or a dash between. */
export const stripCodeSeparators = (text: string): string => text.replace(/[\s-]/g, '')

/** A text as PostgreSQL keeps it, also in JSON: without zero characters, half characters replaced. */
export const storable = (text: string): string => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')

/** A text as PostgreSQL keeps it, also in JSON: without zero characters, half characters replaced. */
export const storable = (text: string): string =>
  SUSPECT.test(text) ? text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd') : text

/** Almost no text has one of these, and every text of a request is looked at. */
const SUSPECT = /[\0\ud800-\udfff]/

/** Makes text storable in PostgreSQL and JSON: removes NUL characters and replaces lone surrogates. */
export const storable = (text: string): string =>
  SUSPECT.test(text) ? text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd') : text

/** Fast test, because every text of a request is checked and almost none matches. */
const SUSPECT = /[\0\ud800-\udfff]/

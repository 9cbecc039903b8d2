/** Makes text storable in PostgreSQL and JSON: removes NUL characters and replaces lone surrogates. */
export const storable = (text: string): string =>
  SUSPECT.test(text) ? text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd') : text

/** Fast test, because every text of a request is checked and almost none matches. */
const SUSPECT = /[\0\ud800-\udfff]/

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const SPECIAL = /[&<>"]/g

/** Escapes text for HTML and XML, also inside double-quoted attributes. Most texts need no change. */
export const escapeHtml = (text: string): string =>
  text.search(SPECIAL) === -1 ? text : text.replace(SPECIAL, c => ENTITIES[c] ?? c)

/** Removes email addresses and our tokens from a message: mail servers quote their recipients. */
export const redactPersonalData = (message: string): string =>
  message.replace(/[^\s<>"'@/]+@[^\s<>"'@/]+\.[^\s<>"'@/]+|\b[cem]_[\w-]{10,}/g, '[cut]')

const WEB_ADDRESS =
  /\S*(?:\/\/|\bwww\.|@)\S+|(?<![\p{L}\p{N}])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?![\p{L}\p{N}])\S*/giu

/** Removes what a mail program would turn into a link: web addresses, host names and email addresses. */
export const withoutAddresses = (text: string): string => text.replace(WEB_ADDRESS, ' ').replace(/\s+/g, ' ').trim()

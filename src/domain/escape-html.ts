const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const SPECIAL = /[&<>"]/g

/** Text as it stands in HTML and XML, also in an attribute between double quotes. Most texts have nothing to change. */
export const escapeHtml = (text: string): string =>
  text.search(SPECIAL) === -1 ? text : text.replace(SPECIAL, c => ENTITIES[c] ?? c)

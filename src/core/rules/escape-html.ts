const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const SPECIAL = /[&<>"]/g

/** Escapes text for HTML and XML, also inside double-quoted attributes. Most texts need no change. */
export const escapeHtml = (text: string): string =>
  text.search(SPECIAL) === -1 ? text : text.replace(SPECIAL, c => ENTITIES[c] ?? c)

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it stands in HTML and XML, also in an attribute between double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, c => ENTITIES[c] ?? c)

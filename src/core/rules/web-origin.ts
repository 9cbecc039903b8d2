/** Host pattern: URL allows `*`, `;` and `'` in a host, which would change the meaning of a CSP header. */
export const PLAIN_HOST = /^[\w.-]+(:\d+)?$/

/** Returns the origin of an http or https address, or null. */
export const webOrigin = (text: string | null | undefined): string | null => {
  if (!text || !URL.canParse(text)) return null
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && PLAIN_HOST.test(url.host) ? url.origin : null
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/** Returns the visible text of a page, without tags and with entities decoded. */
export const textOf = (html: string): string =>
  html
    .replace(/<(script|style|title)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#x27);/g, e => entities[e] ?? e)
    .replace(/\s+/g, ' ')
    .trim()

export const headingOf = (html: string): string => textOf(html.match(/<h1[^>]*>[\s\S]*?<\/h1>/)?.[0] ?? '')

/** Returns the reference that an error page asks a person to quote. */
export const referenceOf = (html: string): string =>
  textOf(html).match(/Reference ([0-9A-Z]{5}-[0-9A-Z]{5})/)?.[1] ?? ''

/** Returns the attributes of every tag with this name. */
export const tagsOf = (html: string, name: string): Record<string, string>[] =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key, value]) => [
        key?.toLowerCase(),
        textOf(value ?? ''),
      ]),
    ),
  )

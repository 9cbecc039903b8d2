const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/** What a person reads of a page: its text, without tags and with the signs that HTML escapes. */
export const textOf = (html: string): string =>
  html
    .replace(/<(script|style|title)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#x27);/g, e => entities[e] ?? e)
    .replace(/\s+/g, ' ')
    .trim()

export const headingOf = (html: string): string => textOf(html.match(/<h1[^>]*>[\s\S]*?<\/h1>/)?.[0] ?? '')

/** Returns why a launch was refused: the first sentence below the heading, without its period. */
export const refusalOf = (html: string): string =>
  textOf(html.match(/<p class="lead">[\s\S]*?<\/p>/)?.[0] ?? '').replace(/\.$/, '')

/** What a page of a problem asks a person to quote. */
export const referenceOf = (html: string): string =>
  textOf(html).match(/Reference ([0-9A-Z]{5}-[0-9A-Z]{5})/)?.[1] ?? ''

/** The attributes of every tag of this name, in whatever order they stand. */
export const tagsOf = (html: string, name: string): Record<string, string>[] =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key, value]) => [
        key?.toLowerCase(),
        textOf(value ?? ''),
      ]),
    ),
  )

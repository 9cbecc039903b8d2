/** Reads lists that come in pages, and says if one is not complete. */

/** A whole list, or what there is of it and why. Who shows an incomplete one must say so. */
export type Listed<T> = { items: T[]; complete: true } | { items: T[]; complete: false; reason: string }

/** Thrown where an incomplete list would end. */
export class Incomplete extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`the list is not complete: ${reason}`)
    this.reason = reason
  }
}

interface PagedList<T> {
  /** Address of the first page, or the cursor of a list that has no addresses. */
  first: string
  /** Reads a page. `next` is an address, which may be relative, or a cursor. */
  read(page: string): Promise<{ items: T[]; next: string | null }>
  /** Identifies an item. Null if it cannot be told from others. */
  idOf(item: T): string | null
  most: { pages: number; items: number; milliseconds: number }
}

/**
 * Yields the items of all pages, each once. Throws Incomplete at a limit, at a page that was read before or has nothing
 * new, and before a page on another origin, which must not get our token.
 */
export async function* itemsOf<T>({ first, read, idOf, most }: PagedList<T>): AsyncGenerator<T> {
  const began = performance.now()
  const pages = new Set<string>()
  const seen = new Set<string>()
  let count = 0
  for (let at: string | null = first; at !== null; ) {
    if (pages.has(at)) throw new Incomplete('its pages repeat')
    if (pages.size === most.pages) throw new Incomplete('it has too many pages')
    if (performance.now() - began > most.milliseconds) throw new Incomplete('it takes too long')
    pages.add(at)
    const { items, next }: { items: T[]; next: string | null } = await read(at)
    const before = count
    for (const item of items) {
      const id = idOf(item)
      if (id !== null && seen.size === seen.add(id).size) continue
      if (count++ === most.items) throw new Incomplete('it has too many entries')
      yield item
    }
    if (next !== null && items.length > 0 && count === before) throw new Incomplete('its pages repeat')
    at = next === null ? null : follow(next, at)
  }
}

/** Reads all pages. An error of a page is thrown. */
export const readPages = async <T>(list: PagedList<T>): Promise<Listed<T>> => {
  const items: T[] = []
  try {
    for await (const item of itemsOf(list)) items.push(item)
    return { items, complete: true }
  } catch (error) {
    if (error instanceof Incomplete) return { items, complete: false, reason: error.reason }
    throw error
  }
}

/** Returns the next page's address. A service behind a proxy may believe that it is on http. */
const follow = (next: string, at: string): string => {
  if (!URL.canParse(at)) return next
  const { protocol, origin } = new URL(at)
  const url = URL.canParse(next, at) ? new URL(next, at) : null
  if (url?.protocol === 'http:') url.protocol = protocol
  if (url?.origin !== origin) throw new Incomplete('its next page is on another origin')
  return url.href
}

/** Returns the address of the rel="next" link (RFC 8288), or null. */
export const nextPageUrl = (link: string | undefined): string | null =>
  link
    ?.split(/,\s*(?=<)/)
    .find(part => /;\s*rel="?next"?/i.test(part))
    ?.match(/^\s*<([^>]*)>/)?.[1] ?? null

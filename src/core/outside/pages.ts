/** Reads lists that come in pages, and says if one is not complete. */

/** Reasons that a list is not complete. */
const cuts = {
  repeats: 'its pages repeat',
  pages: 'it has too many pages',
  items: 'it has too many entries',
  slow: 'it takes too long',
  origin: 'its next page is on another origin',
  empty: 'it has no entries',
  unreadable: 'some entries cannot be read',
  broken: 'a page could not be read',
} as const
type Cut = keyof typeof cuts

/** A whole list, or what there is of it and why. Who shows an incomplete one must say so. */
export type Listed<T> = { items: T[]; complete: true } | { items: T[]; complete: false; reason: Cut }

/** Thrown where an incomplete list would end. */
export class Incomplete extends Error {
  readonly reason: Cut
  constructor(reason: Cut, options?: ErrorOptions) {
    super(`the list is not complete: ${cuts[reason]}`, options)
    this.reason = reason
  }
}

interface PagedList<T> {
  /** Address of the first page, or the cursor of a list that has no addresses. */
  first: string
  /** Reads a page. `next` is an address, which may be relative, or a cursor. */
  read(page: string): Promise<{ items: T[]; next: string | null }>
  /** Identifies an item. Null if nothing does. */
  idOf(item: T): string | null
  /** `milliseconds` is for the whole list, also while a page is on its way. */
  most: { pages: number; items: number; milliseconds: number }
}

/** Yields each item of all pages once. Throws Incomplete at a limit, a page without news, or another origin. */
export async function* itemsOf<T>({ first, read, idOf, most }: PagedList<T>): AsyncGenerator<T> {
  const began = performance.now()
  const pages = new Set<string>()
  const seen = new Set<string>()
  let count = 0
  for (let at: string | null = first; at !== null; ) {
    if (pages.has(at)) throw new Incomplete('repeats')
    if (pages.size === most.pages) throw new Incomplete('pages')
    pages.add(at)
    const left = most.milliseconds - (performance.now() - began)
    if (left <= 0) throw new Incomplete('slow')
    const { items, next }: { items: T[]; next: string | null } = await within(left, read(at))
    const before = count
    for (const item of items) {
      const id = idOf(item)
      if (id !== null && seen.size === seen.add(id).size) continue
      if (count++ === most.items) throw new Incomplete('items')
      yield item
    }
    if (next !== null && items.length > 0 && count === before) throw new Incomplete('repeats')
    at = next === null ? null : follow(next, at)
  }
}

/** Waits for a page no longer than the list may take. */
const within = async <T>(milliseconds: number, page: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Incomplete('slow')), milliseconds)
  })
  try {
    return await Promise.race([page, late])
  } finally {
    clearTimeout(timer)
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
  if (url?.origin !== origin) throw new Incomplete('origin')
  return url.href
}

/** Returns the address of the rel="next" link (RFC 8288), or null. */
export const nextPageUrl = (link = ''): string | null => {
  for (const [, address = '', more = ''] of link.matchAll(/<([^<>]*)>((?:"[^"]*"|[^"<])*)/g)) {
    const relations = more
      .match(/;\s*rel\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,]+))/i)
      ?.slice(1)
      .join(' ')
    if (relations?.toLowerCase().split(/\s+/).includes('next')) return address.trim()
  }
  return null
}

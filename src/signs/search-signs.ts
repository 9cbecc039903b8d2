import type { Needs } from '#src/context.ts'
import { readSearch, type Sign } from './rules/dictionary.ts'
import { type Found, searchSigns as search } from './store/sign-search.ts'
import { findSign } from './store/signs.ts'

interface DictionaryLookup extends Found {
  /** The sign requested by name, even if it is not among the results. */
  open: Sign | null
}

/** Searches signs by text and finds one by name. Covers all units, for everyone. */
export const searchSigns = async (
  app: Needs<'db'>,
  {
    term,
    page = 1,
    sign,
  }: {
    term: string
    page?: number
    sign?: string | undefined
  },
): Promise<DictionaryLookup> => {
  const found = await search(app.db, readSearch(term), page)
  const open = sign ? (found.signs.find(s => s.slug === sign) ?? (await findSign(app.db, sign))) : null
  return { ...found, open }
}

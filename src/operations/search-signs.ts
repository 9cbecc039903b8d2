import { readSearch, type Sign } from '../domain/dictionary.ts'
import { type Found, searchSigns as search } from '../store/queries/sign-search.ts'
import { findSign } from '../store/queries/signs.ts'
import type { Deps } from './deps.ts'

export interface DictionaryLookup extends Found {
  /** The one sign that was asked for by name, whether it is among the results or not. */
  open: Sign | null
}

/** Looks up signs by what was typed, and one of them by its name. The dictionary covers all units, for everyone (rules.md E7). */
export const searchSigns =
  (deps: Deps) =>
  async ({
    term,
    page = 1,
    sign,
  }: {
    term: string
    page?: number
    sign?: string | undefined
  }): Promise<DictionaryLookup> => {
    const found = await search(deps.db, readSearch(term), page)
    const open = sign ? (found.signs.find(s => s.slug === sign) ?? (await findSign(deps.db, sign))) : null
    return { ...found, open }
  }

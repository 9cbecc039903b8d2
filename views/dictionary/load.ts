import { resultPage, straightQuotes } from '#src/domain/dictionary.ts'
import type { ScreenContext } from '../screen.ts'
import type { DictionaryProps } from './props.ts'

/** Loads the dictionary for a page's query: `term`, `page` and `sign`. */
export const loadDictionary = async (
  { query, operations }: ScreenContext,
  place: Pick<DictionaryProps, 'action' | 'kept'> & { units?: number[] },
): Promise<DictionaryProps> => {
  const term = straightQuotes(query.term ?? '').trim()
  const page = resultPage(query.page)
  const { open, ...results } = await operations.searchSigns({ term, page, sign: query.sign })
  if (term) return { ...place, term, page, results, units: [], open }
  return { ...place, term, page, results: null, units: place.units ?? (await operations.listUnits()), open }
}

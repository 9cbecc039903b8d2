import { may } from '#src/core/rules/staff.ts'
import { resultPage, straightQuotes } from '#src/signs/rules/dictionary.ts'
import type { ScreenContext } from '../screen.ts'
import type { DictionaryProps } from './props.ts'

/** Loads the dictionary for a page's query: `term`, `page` and `sign`. */
export const loadDictionary = async (
  { query, modules, staff }: ScreenContext,
  place: Pick<DictionaryProps, 'action' | 'kept'> & { units?: number[] },
): Promise<DictionaryProps> => {
  const term = straightQuotes(query.term ?? '').trim()
  const page = resultPage(query.page)
  const { open, ...results } = await modules.signs.searchSigns({ term, page, sign: query.sign })
  const edits = staff && may(staff, 'clips') ? true : undefined
  if (term) return { ...place, term, page, results, units: [], open, edits }
  return { ...place, term, page, results: null, units: place.units ?? (await modules.signs.listUnits()), open, edits }
}

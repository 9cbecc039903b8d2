import { may } from '#src/core/rules/staff.ts'
import { isReviewed } from '#src/signs/fingerspelling.ts'
import type { UnitOutline } from '#src/signs/rules/content.ts'
import { resultPage, straightQuotes } from '#src/signs/rules/dictionary.ts'
import { listHandshapes, listUnitOutlines, searchSigns } from '#src/signs/signs.ts'
import type { ScreenContext } from '../screen.ts'
import { type DictionaryProps, packSign } from './search.ts'

/** Status of a page with the dictionary. The page works, but not the link to it. */
export const statusOf = ({ isGone }: Pick<DictionaryProps, 'isGone'>): number => (isGone ? 404 : 200)

export interface LoadedDictionary extends DictionaryProps {
  /** Units and handshapes to choose from before the first search. */
  units: UnitOutline[]
  handshapes: string[]
}

/** Loads the dictionary for a page's query: `term`, `page` and `sign`. */
export const loadDictionary = async (
  { query, app, staff }: ScreenContext,
  place: Pick<DictionaryProps, 'action' | 'kept'> & { units?: number[] },
): Promise<LoadedDictionary> => {
  const term = straightQuotes(query.term ?? '').trim()
  const page = resultPage(query.page)
  const { open, ...results } = await searchSigns(app, { term, page, sign: query.sign })
  const edits: true | undefined = staff && may(staff, 'clips') ? true : undefined
  const isGone = Boolean(query.sign) && !open
  const reviewed = await isReviewed(app)
  const { units: allowed = null, ...location } = place
  const shown = { ...location, term, page, open, isGone, edits, isReviewed: reviewed }
  if (term) return { ...shown, results: { ...results, signs: results.signs.map(packSign) }, units: [], handshapes: [] }
  const units = await listUnitOutlines(app, allowed)
  return { ...shown, results: null, units, handshapes: await listHandshapes(app.db) }
}

import type { Match, Sign } from '#src/domain/dictionary.ts'
import { hrefs } from '../paths.ts'

/** One page of results. */
export interface Results {
  signs: Sign[]
  total: number
  match: Match
}

/** The dictionary as it stands on a page: on its own, in an LMS, or under a tab of the teacher page. */
export interface DictionaryProps {
  action: `/${string}`
  /** What of the page's address goes with every search: the launch and the tab. */
  kept: Record<string, string>
  term: string
  page: number
  /** Null: nothing was searched for yet. */
  results: Results | null
  /** To begin with, where nothing was searched for. */
  units: number[]
  open: Sign | null
}

type Place = Pick<DictionaryProps, 'action' | 'kept'>

/** The address of a search, and of a sign in it. */
export const placeOf = (
  { action, kept }: Place,
  { term, page, sign }: { term: string; page?: number; sign?: string },
) =>
  hrefs.dictionary(action, {
    ...kept,
    term: term || undefined,
    page: page && page > 1 ? String(page) : undefined,
    sign,
  })

import type { Match, Sign } from '#src/signs/rules/dictionary.ts'
import { hrefs } from '../paths.ts'

/** One page of results. */
export interface Results {
  signs: Sign[]
  total: number
  match: Match
}

/** Props of the dictionary: on its own page, in an LMS, or on a tab of the teacher page. */
export interface DictionaryProps {
  action: `/${string}`
  /** Query parameters kept with every search: the launch and the tab. */
  kept: Record<string, string>
  term: string
  page: number
  /** Null before the first search. */
  results: Results | null
  /** Units to suggest before the first search. */
  units: number[]
  open: Sign | null
  /** The address names a sign that is withdrawn, or never was one. */
  isGone: boolean
  /** Links each sign to its editor, for staff who may change it. */
  edits?: true | undefined
}

type Location = Pick<DictionaryProps, 'action' | 'kept'>

/** Returns the address of a search, and optionally of a sign in it. */
export const placeOf = (
  { action, kept }: Location,
  { term, page, sign }: { term: string; page?: number; sign?: string },
) =>
  hrefs.dictionary(action, {
    ...kept,
    term: term || undefined,
    page: page && page > 1 ? String(page) : undefined,
    sign,
  })

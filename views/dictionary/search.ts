import { type RefObject, useEffect, useRef, useState } from 'react'
import { keysOf } from '#src/core/rules/guards.ts'
import type { SignsFound, WireSign } from '#src/signs/contract.ts'
import { emptyFields, type Match, type Sign, straightQuotes } from '#src/signs/rules/dictionary.ts'
import { learnHrefs as hrefs, learnPaths as paths } from '../learn-paths.ts'
import { useTexts } from '../ui/texts.ts'
import { useTypedBefore } from '../ui/typed-before.ts'

/** One page of results. `S` is a sign, or a packed one in the props of the page. */
interface Results<S = Sign> {
  signs: S[]
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
  results: Results<PackedSign> | null
  open: Sign | null
  /** The address names a sign that is withdrawn, or never was one. */
  isGone: boolean
  /** A Deaf signer approved the drawn hands. */
  isReviewed: boolean
  /** Links each sign to its editor, for staff who may change it. */
  edits?: true | undefined
}

/** The props with whole signs. */
type Given = Omit<DictionaryProps, 'results'> & { results: Results | null }

const EMPTY = { ...emptyFields, clips: [] } satisfies Partial<Sign>

/** A sign without its empty fields, which would be half of the page. */
type PackedSign = Omit<Sign, keyof typeof EMPTY> & Partial<Sign>

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

export const packSign = (sign: Sign): PackedSign => {
  const packed: PackedSign = { ...sign }
  for (const field of keysOf(EMPTY)) if (isEmpty(sign[field])) delete packed[field]
  return packed
}

export const unpackGiven = ({ results, ...given }: DictionaryProps): Given => ({
  ...given,
  results: results && { ...results, signs: results.signs.map(sign => ({ ...EMPTY, ...sign })) },
})

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

/**
 * Calls GET /lti/search_signs. 404 means zero results. Throws a TypeError without an answer, and an Error for any other
 * status.
 */
const fetchSigns = async (term: string, signal: AbortSignal): Promise<Results> => {
  const answer = await fetch(hrefs.dictionary(paths.searchSigns, { term, pictures: 'yes' }), { signal })
  if (answer.status === 404) return { signs: [], total: 0, match: 'exact' }
  if (!answer.ok) throw new Error(`the search answered ${answer.status}`)
  const { data }: SignsFound = await answer.json()
  return { signs: data.terms.map(readSign), total: data.total, match: data.match }
}

const readSign = ({
  id,
  title,
  content: _content,
  unit,
  part_of_speech,
  other_handshape,
  reviewed_by,
  reviewed_at,
  picture = null,
  clips,
  ...rest
}: WireSign): Sign => ({
  ...rest,
  picture,
  slug: id,
  gloss: title,
  unit: Number.parseInt(unit, 10),
  lesson: unit,
  partOfSpeech: part_of_speech,
  otherHandshape: other_handshape,
  reviewedBy: reviewed_by,
  reviewedAt: reviewed_at,
  clips: clips.map(({ recorded_on, reviewed_by, reviewed_on, ...clip }) => ({
    ...clip,
    recordedOn: recorded_on,
    reviewedBy: reviewed_by,
    reviewedOn: reviewed_on,
  })),
})

const DEBOUNCE_MS = 200

export interface Shown {
  term: string
  page: number
  results: Results | null
}

/** Search while typing, debounced. Only the newest search counts, and the address always names what is shown. */
export const useSearch = (given: Given, box: RefObject<HTMLInputElement | null>, onShown: () => void) => {
  const texts = useTexts('ui')
  const [shown, setShown] = useState<Shown>(given)
  const [failure, setFailure] = useState<{ count: number; reason: string } | null>(null)
  /** The newest term, also before its answer. */
  const [sought, setSought] = useState(given.term)
  /** Latest state, for timers and answers that outlive the render they started in. */
  const latest = useRef<Shown>(given)
  const request = useRef<AbortController>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const search = async (typed: string, push: boolean) => {
    clearTimeout(timer.current)
    request.current?.abort()
    const next = straightQuotes(typed).trim()
    const { term, page, results } = latest.current
    setSought(next)
    if (next === term && page === 1 && results) return setFailure(null)
    request.current = new AbortController()
    const { signal } = request.current
    try {
      const found = next ? await fetchSigns(next, signal) : null
      if (signal.aborted) return
      latest.current = { term: next, page: 1, results: found }
      setFailure(null)
      setShown(latest.current)
      onShown()
      const href = placeOf(given, { term: next })
      if (push) history.pushState(null, '', href)
      else history.replaceState(null, '', href)
    } catch (error) {
      // `fetch` throws a TypeError when there is no answer. Its message is the browser's, so it is not shown.
      const reason = error instanceof TypeError ? texts.away : texts.unreachable
      if (signal.aborted) return
      setFailure(before => ({ count: (before?.count ?? 0) + 1, reason }))
    }
  }
  const searchSoon = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(typed, false), DEBOUNCE_MS)
  }
  useTypedBefore(() => {
    const typed = box.current?.value ?? ''
    if (typed.trim() !== given.term) searchSoon(typed)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return { shown, failure, sought, search, searchSoon }
}

/** State of the open sign. Opening adds one history entry, so the browser's Back button closes it. */
export const useOpenSign = (
  given: DictionaryProps,
  { term, page, results }: Shown,
  /** Returns the focus to the sign in the list. */
  refocus: (slug: string) => void,
) => {
  const [open, setOpen] = useState(given.open)
  const pushed = useRef(false)
  const onPopState = useRef<() => void>(() => {})

  // Show what the new address names. Reload when it is not in the current results.
  onPopState.current = () => {
    const query = new URLSearchParams(location.search)
    const slug = query.get('sign')
    const sign = slug === null ? null : results?.signs.find(s => s.slug === slug)
    if (
      straightQuotes(query.get('term') ?? '').trim() !== term ||
      (query.get('page') ?? '1') !== String(page) ||
      sign === undefined
    )
      return location.reload()
    pushed.current = false
    if (open && !sign) refocus(open.slug)
    setOpen(sign)
  }
  useEffect(() => {
    const listener = () => onPopState.current()
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [])

  const index = open ? (results?.signs.findIndex(s => s.slug === open.slug) ?? -1) : -1
  const neighbor = (step: -1 | 1): Sign | null => (index < 0 ? null : (results?.signs[index + step] ?? null))
  const hrefOf = (sign: Sign | null) => (sign ? placeOf(given, { term, page, sign: sign.slug }) : null)
  const show = (sign: Sign) => {
    const href = placeOf(given, { term, page, sign: sign.slug })
    // Only one history entry, however many signs are viewed.
    if (open) history.replaceState(null, '', href)
    else history.pushState(null, '', href)
    if (!open) pushed.current = true
    setOpen(sign)
  }
  const go = (where: 'back' | 'next' | 'close') => {
    if (!open) return
    if (where !== 'close') return show(neighbor(where === 'back' ? -1 : 1) ?? open)
    if (pushed.current) return history.back()
    history.replaceState(null, '', placeOf(given, { term, page }))
    refocus(open.slug)
    setOpen(null)
  }
  return { open, back: hrefOf(neighbor(-1)), next: hrefOf(neighbor(1)), show, go }
}

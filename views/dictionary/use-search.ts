import { type RefObject, useEffect, useRef, useState } from 'react'
import { straightQuotes } from '#src/domain/dictionary.ts'
import { failureMessages } from '#src/domain/failure.ts'
import { AWAY, type Tries, tryFailed } from '../ui/offline.tsx'
import { useTypedBefore } from '../ui/typed-before.ts'
import { fetchSigns } from './fetch-signs.ts'
import { type DictionaryProps, placeOf, type Results } from './props.ts'

const PAUSE_MS = 200

export interface Shown {
  term: string
  page: number
  results: Results | null
}

/** Results as one types. The newest question wins, and the address always names what is shown. */
export const useSearch = (given: DictionaryProps, box: RefObject<HTMLInputElement | null>, onShown: () => void) => {
  const [shown, setShown] = useState<Shown>(given)
  const [away, setAway] = useState<(Tries & { why: string }) | null>(null)
  /** What stands on the page by now: a timer or an answer comes after other drawings than the one it was begun in. */
  const now = useRef<Shown>(given)
  const under = useRef<AbortController>(undefined)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  const look = async (typed: string, push: boolean) => {
    clearTimeout(pause.current)
    under.current?.abort()
    const wanted = straightQuotes(typed).trim()
    const { term, page, results } = now.current
    if (wanted === term && page === 1 && results) return setAway(null)
    under.current = new AbortController()
    const { signal } = under.current
    try {
      const found = wanted ? await fetchSigns(wanted, signal) : null
      if (signal.aborted) return
      now.current = { term: wanted, page: 1, results: found }
      setAway(null)
      setShown(now.current)
      onShown()
      const href = placeOf(given, { term: wanted })
      if (push) history.pushState(null, '', href)
      else history.replaceState(null, '', href)
    } catch (error) {
      // A fetch without an answer ends in a TypeError, whose words are the browser's.
      const why = error instanceof TypeError ? AWAY : failureMessages.unreachable
      if (!signal.aborted) setAway(before => ({ ...tryFailed(before), why }))
    }
  }
  const type = (typed: string) => {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => look(typed, false), PAUSE_MS)
  }
  useTypedBefore(() => {
    const typed = box.current?.value ?? ''
    if (typed.trim() !== given.term) type(typed)
  })
  useEffect(() => () => clearTimeout(pause.current), [])
  return { shown, away, look, type }
}

import { type RefObject, useEffect, useRef, useState } from 'react'
import { localeOf } from '#src/core/rules/languages/language.ts'
import { straightQuotes } from '#src/signs/rules/dictionary.ts'
import { clockTime } from '../ui/offline.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { useTypedBefore } from '../ui/typed-before.ts'
import { fetchSigns } from './fetch-signs.ts'
import { type DictionaryProps, placeOf, type Results } from './props.ts'

const DEBOUNCE_MS = 200

export interface Shown {
  term: string
  page: number
  results: Results | null
}

/** Search while typing, debounced. Only the newest search counts, and the address always names what is shown. */
export const useSearch = (given: DictionaryProps, box: RefObject<HTMLInputElement | null>, onShown: () => void) => {
  const texts = useTexts('ui')
  const locale = localeOf(useLanguage())
  const [shown, setShown] = useState<Shown>(given)
  const [failure, setFailure] = useState<{ count: number; message: string; reason: string } | null>(null)
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
      setFailure(before => {
        const count = (before?.count ?? 0) + 1
        return { count, reason, message: count > 1 ? texts.still(count, clockTime(locale)) : '' }
      })
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

import { useEffect, useState } from 'react'
import { hrefs } from '../paths.ts'
import { hitsOf, MIN_SEARCH, type OptionGroup } from './palette-options.ts'

const PAUSE_MS = 350

/** Searches records once the typing pauses. Null while an answer is on its way. */
export const useHits = (typed: string): OptionGroup[] | null => {
  const [hits, setHits] = useState<{ typed: string; groups: OptionGroup[] }>({ typed: '', groups: [] })
  const isSearched = typed.length >= MIN_SEARCH
  useEffect(() => {
    if (!isSearched) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const page = await fetch(hrefs.find(typed), { signal: stop.signal }).then(
        answer => (answer.redirected ? '' : answer.text()),
        () => '',
      )
      if (stop.signal.aborted) return
      setHits({ typed, groups: hitsOf(new DOMParser().parseFromString(page, 'text/html'), typed) })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed, isSearched])
  if (!isSearched) return []
  return hits.typed === typed ? hits.groups : null
}

import { useEffect, useRef, useState } from 'react'
import { type Sign, straightQuotes } from '#src/domain/dictionary.ts'
import { type DictionaryProps, placeOf } from './props.ts'
import type { Shown } from './use-search.ts'

/** The sign that lies open over the results, and the way to it in the history: going back closes it. */
export const useOpenSign = (
  given: DictionaryProps,
  { term, page, results }: Shown,
  /** Puts the focus back to where one was in the list. */
  refocus: (slug: string) => void,
) => {
  const [open, setOpen] = useState(given.open)
  const pushed = useRef(false)
  const follow = useRef<() => void>(() => {})

  // Where the address goes back or forward, what it names is shown; what is not at hand is loaded.
  follow.current = () => {
    const asked = new URLSearchParams(location.search)
    const slug = asked.get('sign')
    const sign = slug === null ? null : results?.signs.find(s => s.slug === slug)
    if (
      straightQuotes(asked.get('term') ?? '').trim() !== term ||
      (asked.get('page') ?? '1') !== String(page) ||
      sign === undefined
    )
      return location.reload()
    pushed.current = false
    if (open && !sign) refocus(open.slug)
    setOpen(sign)
  }
  useEffect(() => {
    const again = () => follow.current()
    addEventListener('popstate', again)
    return () => removeEventListener('popstate', again)
  }, [])

  const at = open ? (results?.signs.findIndex(s => s.slug === open.slug) ?? -1) : -1
  const beside = (step: -1 | 1): Sign | null => (at < 0 ? null : (results?.signs[at + step] ?? null))
  const hrefOf = (sign: Sign | null) => (sign ? placeOf(given, { term, page, sign: sign.slug }) : null)
  const show = (sign: Sign) => {
    const href = placeOf(given, { term, page, sign: sign.slug })
    // One step of the history for the dialog, however many signs are looked at: the way back closes it.
    if (open) history.replaceState(null, '', href)
    else history.pushState(null, '', href)
    if (!open) pushed.current = true
    setOpen(sign)
  }
  const go = (where: 'back' | 'next' | 'close') => {
    if (!open) return
    if (where !== 'close') return show(beside(where === 'back' ? -1 : 1) ?? open)
    if (pushed.current) return history.back()
    history.replaceState(null, '', placeOf(given, { term, page }))
    refocus(open.slug)
    setOpen(null)
  }
  return { open, back: hrefOf(beside(-1)), next: hrefOf(beside(1)), show, go }
}

import { useEffect, useRef, useState } from 'react'
import { type Sign, straightQuotes } from '#src/signs/rules/dictionary.ts'
import { type DictionaryProps, placeOf } from './props.ts'
import type { Shown } from './use-search.ts'

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

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import {
  dictionaryMessages,
  PAGE_SIZE,
  resultsLine,
  type Sign,
  straightQuotes,
  TERM_MAX,
} from '#src/domain/dictionary.ts'
import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { fetchSigns } from './fetch-signs.ts'
import { type DictionaryProps, placeOf, type Results } from './props.ts'
import { SignCard } from './sign-card.tsx'
import { SignDialog } from './sign-dialog.tsx'

const PAUSE_MS = 200
const EXAMPLES = ['mother', 'Unit 3.1', '"see you"']

interface Shown {
  term: string
  page: number
  results: Results | null
}

/**
 * What's the Sign? A form and links that work by themselves; alive, results come as one types and a result opens over
 * the list. The address always names what is shown, so that it can be kept and sent.
 */
const Dictionary = (given: DictionaryProps) => {
  const [shown, setShown] = useState<Shown>(given)
  const [open, setOpen] = useState(given.open)
  const [offline, setOffline] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const under = useRef<AbortController>(undefined)
  const pushed = useRef(false)
  const follow = useRef<() => void>(() => {})
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hint = useId()
  const { term, page, results } = shown
  const place = (to: { term: string; page?: number; sign?: string }) => placeOf(given, to)

  const look = async (typed: string, push: boolean) => {
    clearTimeout(pause.current)
    under.current?.abort()
    const wanted = straightQuotes(typed).trim()
    if (wanted === term && page === 1 && results) return
    under.current = new AbortController()
    const { signal } = under.current
    try {
      const found = wanted ? await fetchSigns(wanted, signal) : null
      if (signal.aborted) return
      setOffline(false)
      setShown({ term: wanted, page: 1, results: found })
      list.current?.scrollTo(0, 0)
      const href = place({ term: wanted })
      if (push) history.pushState(null, '', href)
      else history.replaceState(null, '', href)
    } catch {
      if (!signal.aborted) setOffline(true)
    }
  }
  const type = (typed: string) => {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => look(typed, false), PAUSE_MS)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    look(box.current?.value ?? '', true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script comes
  useEffect(() => {
    // What was typed before the script came is searched for too.
    const typed = box.current?.value ?? ''
    if (typed.trim() !== given.term) type(typed)
    const again = () => follow.current()
    addEventListener('popstate', again)
    return () => {
      removeEventListener('popstate', again)
      clearTimeout(pause.current)
    }
  }, [])

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

  const at = open ? (results?.signs.findIndex(s => s.slug === open.slug) ?? -1) : -1
  const beside = (step: number): Sign | null => (at < 0 ? null : (results?.signs[at + step] ?? null))
  const hrefOf = (sign: Sign | null) => (sign ? place({ term, page, sign: sign.slug }) : null)
  /** Back to where one was in the list. */
  const refocus = (slug: string) =>
    requestAnimationFrame(() =>
      (list.current?.querySelector<HTMLElement>(`[data-sign="${slug}"]`) ?? box.current)?.focus(),
    )
  const show = (sign: Sign) => {
    const href = place({ term, page, sign: sign.slug })
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
    history.replaceState(null, '', place({ term, page }))
    refocus(open.slug)
    setOpen(null)
  }
  return (
    <section className="dictionary">
      {/* biome-ignore lint/a11y/useSemanticElements: old Safari does not know <search> */}
      <form method="get" action={given.action} onSubmit={submit} role="search" className="search">
        {Object.entries(given.kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label htmlFor={`${hint}box`}>{dictionaryMessages.title}</label>
        <div className="search-row">
          <input
            ref={box}
            id={`${hint}box`}
            className="input"
            type="search"
            name="term"
            defaultValue={given.term}
            maxLength={TERM_MAX}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            aria-describedby={hint}
            onChange={event => type(event.target.value)}
          />
          <Button>Search</Button>
        </div>
        <p className="hint" id={hint}>
          {dictionaryMessages.hint}
        </p>
      </form>
      {offline && <Notice tone="problem">{dictionaryMessages.offline}</Notice>}
      {open && (
        <SignDialog
          sign={open}
          back={hrefOf(beside(-1))}
          next={hrefOf(beside(1))}
          close={place({ term, page })}
          go={go}
        />
      )}
      <div className="results" ref={list}>
        <p className="results-line" role="status">
          {results && results.total > 0 && resultsLine(results.total)}
          {results && results.match !== 'exact' && <span className="soft"> {dictionaryMessages[results.match]}</span>}
          {results?.total === 0 && dictionaryMessages.none}
        </p>
        {!results && (
          <>
            <Starts title="For example" terms={EXAMPLES} hrefOf={example => place({ term: example })} />
            <Starts
              title="Or look through a unit"
              terms={given.units.map(unit => `Unit ${unit}`)}
              hrefOf={unit => place({ term: unit })}
            />
          </>
        )}
        {results && results.signs.length > 0 && (
          <ul className="signs">
            {results.signs.map(sign => (
              <SignCard
                key={sign.slug}
                sign={sign}
                href={place({ term, page, sign: sign.slug })}
                onOpen={event => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  show(sign)
                }}
              />
            ))}
          </ul>
        )}
        <Pages shown={shown} hrefOf={n => place({ term, page: n })} />
      </div>
    </section>
  )
}

/** Searches to begin with. */
const Starts = ({ title, terms, hrefOf }: { title: string; terms: string[]; hrefOf(term: string): string }) =>
  terms.length > 0 && (
    <>
      <p className="starts-title">{title}</p>
      <ul className="starts">
        {terms.map(term => (
          <li key={term}>
            <a className="pill" href={hrefOf(term)}>
              {term}
            </a>
          </li>
        ))}
      </ul>
    </>
  )

/** The way to the results before and after these; plain links. */
const Pages = ({ shown: { page, results }, hrefOf }: { shown: Shown; hrefOf(page: number): string }) => {
  const most = results?.signs.length ?? 0
  const more = results !== null && most > 0 && (page - 1) * PAGE_SIZE + most < results.total
  if (page === 1 && !more) return null
  return (
    <p className="pages">
      {page > 1 && <a href={hrefOf(page - 1)}>Results before these</a>}
      {more && <a href={hrefOf(page + 1)}>More results</a>}
    </p>
  )
}

export default island('dictionary/dictionary', Dictionary)

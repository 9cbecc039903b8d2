import { type FormEvent, useId, useRef } from 'react'
import { dictionaryMessages, PAGE_SIZE, resultsLine, TERM_MAX } from '#src/domain/dictionary.ts'
import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { type DictionaryProps, placeOf } from './props.ts'
import { SignCard } from './sign-card.tsx'
import { SignDialog } from './sign-dialog.tsx'
import { useOpenSign } from './use-open-sign.ts'
import { type Shown, useSearch } from './use-search.ts'

const EXAMPLES = ['mother', 'Unit 3.1', '"see you"']

/**
 * What's the Sign? A form and links that work by themselves; alive, results come as one types and a result opens over
 * the list. The address always names what is shown, so that it can be kept and sent.
 */
const Dictionary = (given: DictionaryProps) => {
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const hint = useId()
  const { shown, away, look, type } = useSearch(given, box, () => list.current?.scrollTo(0, 0))
  const { term, page, results } = shown
  const { open, back, next, show, go } = useOpenSign(given, shown, slug =>
    requestAnimationFrame(() =>
      (list.current?.querySelector<HTMLElement>(`[data-sign="${slug}"]`) ?? box.current)?.focus(),
    ),
  )
  const place = (to: { term: string; page?: number; sign?: string }) => placeOf(given, to)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    look(box.current?.value ?? '', true)
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
        {away && (
          <>
            <Notice tone="problem">
              {away.why} {away.said}
            </Notice>
            {/* It goes away with the trouble: the focus stays. */}
            <Button look="quiet" onClick={() => box.current?.focus()}>
              Try again
            </Button>
          </>
        )}
      </form>
      {open && <SignDialog sign={open} back={back} next={next} close={place({ term, page })} go={go} />}
      <div className="results" ref={list}>
        <p className="results-line" role="status">
          {results && results.total > 0 && resultsLine(results.total, away ? term : '')}
          {results && results.match !== 'exact' && <span className="soft"> {dictionaryMessages[results.match]}</span>}
          {results?.total === 0 && !away && dictionaryMessages.none}
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

import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { clipOf, type PublishedClip, playedClip, smallPicture } from '#src/signs/rules/clip-media.ts'
import { digitsOf, PAGE_SIZE, type Sign, TERM_MAX } from '#src/signs/rules/dictionary.ts'
import { handPicture } from '#src/signs/rules/fingerspelling/hand-picture.ts'
import { drawnOf } from '#src/signs/rules/pictures.ts'
import { island } from '../island.ts'
import { learnHrefs as hrefs } from '../learn-paths.ts'
import { Button } from '../ui/button.tsx'
import { wantsStill } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { MeaningPicture, useMeanings } from '../ui/pictures/meaning.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useTexts } from '../ui/texts.ts'
import { type DictionaryProps, placeOf, type Shown, unpackGiven, useOpenSign, useSearch } from './search.ts'
import { SignDialog } from './sign-dialog.tsx'
import { playAlone } from './use-playback.ts'

/** Something to see on the card of a sign: its clip, or else the drawn hand, or else pictures of the meaning. */
const CardPicture = ({ sign: { clips, gloss, picture } }: { sign: Sign }) => {
  if (clips.some(({ kind }) => kind === 'sign')) return <CardClip clips={clips} />
  const [first] = drawnOf(gloss) ?? ''
  if (first)
    return (
      <span className="card-drawn">
        <img className="hand" src={handPicture(first)} alt="" loading="lazy" />
      </span>
    )
  return picture && <MeaningPicture picture={picture} />
}

/** The poster of a sign on its card. Its smallest video plays on touch or hover, unless less motion is asked for. */
const CardClip = ({ clips }: { clips: PublishedClip[] }) => {
  const [plays, setPlays] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const clip = clipOf(clips, 'sign') ?? clips.find(({ kind }) => kind === 'sign')
  if (!clip) return null
  const { videos } = playedClip(clip)
  const picture = smallPicture(clip)
  const smallest = Math.min(...videos.map(({ height }) => height))
  return (
    <span className="card-clip" onPointerEnter={() => setPlays(!wantsStill())} onPointerLeave={() => setPlays(false)}>
      {plays ? (
        <video
          ref={video}
          poster={picture ?? undefined}
          autoPlay
          loop
          muted
          playsInline
          onPlay={() => video.current && playAlone(video.current)}
        >
          {videos
            .filter(({ height }) => height === smallest)
            .map(({ src, type }) => (
              <source key={src} src={src} type={type} />
            ))}
        </video>
      ) : (
        picture && <img src={picture} alt="" loading="lazy" />
      )}
    </span>
  )
}

/** One search result: its clip if there is one, gloss, lesson, and the meanings, first in the language of the page. */
const SignCard = ({ sign, href, onOpen }: { sign: Sign; href: string; onOpen(event: MouseEvent): void }) => {
  const texts = useTexts('dictionary')
  return (
    <li>
      <a className="sign-card" href={href} onClick={onOpen} data-sign={sign.slug}>
        <CardPicture sign={sign} />
        <span className="sign-words">
          <span className="gloss" lang="en">
            {sign.gloss}
          </span>
          <span className="sign-lesson">{texts.unit(sign.lesson)}</span>
          {useMeanings(sign).map(({ lang, words }, nth) => (
            <span key={lang} className={nth === 0 ? 'meaning' : 'meaning soft'} lang={lang}>
              {words}
            </span>
          ))}
        </span>
      </a>
    </li>
  )
}

/** On a slow line a phone shows a list without pictures, as those of eighty signs would cost more than the page. */
const savesData = (): boolean => {
  // Firefox has a connection without either.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return Boolean(connection?.saveData || connection?.effectiveType?.endsWith('2g'))
}

/**
 * Search box and results. Works as a form and links; after hydration, results appear while typing, and a sign opens in a
 * dialog. The address always names what is shown, so it can be shared.
 */
const Dictionary = (props: DictionaryProps) => {
  const [given] = useState(() => unpackGiven(props))
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const hint = useId()
  const ui = useTexts('ui')
  const texts = useTexts('dictionary')
  const { shown, failure, sought, search, searchSoon } = useSearch(given, box, () => list.current?.scrollTo(0, 0))
  const { term, page, results } = shown
  const total = results?.total
  /** Hides what the search before this one missed. */
  const isWaiting = !total && !failure && sought !== term
  const { open, back, next, show, go } = useOpenSign(given, shown, slug =>
    requestAnimationFrame(() =>
      (list.current?.querySelector<HTMLElement>(`[data-sign="${slug}"]`) ?? box.current)?.focus(),
    ),
  )
  const hrefOf = (to: { term: string; page?: number; sign?: string }) => placeOf(given, to)
  const [isPlain, setPlain] = useState(true)
  useEffect(() => setPlain(savesData()), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(box.current?.value ?? '', true)
  }
  return (
    <>
      {given.isGone && !open && results === given.results && <Notice tone="plain">{texts.gone}</Notice>}
      {/* biome-ignore lint/a11y/useSemanticElements: old Safari does not know <search> */}
      <form method="get" action={given.action} onSubmit={submit} role="search" className="search">
        {Object.entries(given.kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label htmlFor={`${hint}box`}>{texts.title}</label>
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
            onChange={event => searchSoon(event.target.value)}
          />
          <Button>{texts.search}</Button>
        </div>
        <p className="hint" id={hint}>
          {texts.hint}
        </p>
        {failure && (
          <>
            <Notice tone="problem">
              {failure.reason} {failure.count > 1 && ui.stillAway(failure.count)}
            </Notice>
            {/* This button disappears after a successful retry, so the focus moves to the search box. */}
            <Button look="quiet" onClick={() => box.current?.focus()}>
              {ui.tryAgain}
            </Button>
          </>
        )}
      </form>
      {open && (
        <SignDialog
          sign={open}
          back={back}
          next={next}
          close={hrefOf({ term, page })}
          hrefOf={sign => hrefOf({ term, page, sign })}
          edits={given.edits}
          isReviewed={given.isReviewed}
          go={go}
        />
      )}
      <div className="results" ref={list}>
        <p className="results-line" role="status">
          {!!total && (failure ? texts.resultsFor(total, term) : texts.results(total))}
          {results && results.match !== 'exact' && <span className="soft"> {texts[results.match]}</span>}
          {isWaiting ? texts.searching : total === 0 && !failure && texts.none}
        </p>
        {results && !failure && !isWaiting && (
          <>
            {!total && <Shelf />}
            {page === 1 && <SpellingLink term={term} signs={results.signs} />}
          </>
        )}
        {results && results.signs.length > 0 && (
          <ul className={isPlain ? 'signs signs-plain' : 'signs'}>
            {results.signs.map(sign => (
              <SignCard
                key={sign.slug}
                sign={sign}
                href={hrefOf({ term, page, sign: sign.slug })}
                onOpen={event => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  show(sign)
                }}
              />
            ))}
          </ul>
        )}
        <Pages shown={shown} hrefOf={n => hrefOf({ term, page: n })} />
      </div>
    </>
  )
}

/** Offers to spell what has no sign, a number by its digits. Leads a single letter or number to the alphabet. */
const SpellingLink = ({ term, signs }: { term: string; signs: Sign[] }) => {
  const texts = useTexts('dictionary')
  const digits = digitsOf(term)
  const single = /^[a-z0-9]$/i.test(term)
  const isListed = signs.some(({ english }) => digits === null || english.some(word => digitsOf(word) === digits))
  if (isListed && !single) return null
  const spelled = digits ?? term
  return (
    <p className="spelling-link">
      <PageLink to={hrefs.fingerspelling(spelled)}>
        {single ? texts.seeLetter(spelled.toUpperCase()) : texts.spell(spelled)}
      </PageLink>
    </p>
  )
}

/** Links to the previous and next page of results. */
const Pages = ({ shown: { page, results }, hrefOf }: { shown: Shown; hrefOf(page: number): string }) => {
  const texts = useTexts('dictionary')
  const count = results?.signs.length ?? 0
  const more = results !== null && count > 0 && (page - 1) * PAGE_SIZE + count < results.total
  if (page === 1 && !more) return null
  return (
    <p className="pages">
      {page > 1 && <a href={hrefOf(page - 1)}>{texts.previousResults}</a>}
      {more && <a href={hrefOf(page + 1)}>{texts.moreResults}</a>}
    </p>
  )
}

export default island('dictionary/dictionary', Dictionary, ['ui', 'dictionary'])

import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { DeckCard } from '#src/signs/rules/deck.ts'
import { moved, moveOfKey, placeOf, type Slide } from '#src/signs/rules/slides.ts'
import { SignShown } from '../deck/card.tsx'
import { island } from '../island.ts'
import { hrefs, type Launch } from '../paths.ts'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { Html } from '../ui/html.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { useLanguage, useTexts } from '../ui/texts.ts'

interface BarProps {
  at: number
  slides: Slide[]
  hrefOf(at: number): string
  follow(at: number): (event: MouseEvent) => void
  leave: string
  /** Null before hydration. */
  onBlank: (() => void) | null
}

/** One quiet line at the bottom: back, place, next; blank screen, full screen, leave. */
const ProjectorBar = ({ at, slides, hrefOf, follow, leave, onBlank }: BarProps) => {
  const texts = useTexts('teacher').projector
  const language = useLanguage()
  const { lesson, step, of } = placeOf(slides, at)
  const [back, next] = [moved(slides, at, 'back'), moved(slides, at, 'next')]
  return (
    <nav className="projector-bar" aria-label={texts.move}>
      <a href={hrefOf(back)} onClick={follow(back)} rel="prev" aria-disabled={back === at || undefined}>
        <span aria-hidden="true">‹</span> {texts.back}
      </a>
      <p>
        {lesson} <span className="soft">{texts.place(step, of)}</span>
      </p>
      <a href={hrefOf(next)} onClick={follow(next)} rel="next" aria-disabled={next === at || undefined}>
        {texts.next} <span aria-hidden="true">›</span>
      </a>
      <span className="projector-keys soft">{onBlank && texts.keys}</span>
      {onBlank && (
        <button type="button" onClick={onBlank}>
          {texts.blank} <kbd>B</kbd>
        </button>
      )}
      {onBlank && document.fullscreenEnabled && (
        <button type="button" onClick={() => document.documentElement.requestFullscreen()}>
          {texts.fullScreen}
        </button>
      )}
      <LanguageSwitch language={language} url={hrefOf(at)} />
      <a href={leave}>
        {texts.leave} {onBlank && <kbd>Esc</kbd>}
      </a>
    </nav>
  )
}

interface SlideProps {
  slide: Slide
  slides: Slide[]
  isReviewed: boolean
  hrefOf(at: number): string
  follow(at: number): (event: MouseEvent) => void
}

const SlideView = ({ slide, slides, isReviewed, hrefOf, follow }: SlideProps) => {
  const { title } = useTexts('deck').lesson
  const { lesson, name } = slide
  return (
    <section className={`slide slide-${slide.kind}`} aria-live="polite">
      {slide.kind === 'goals' ? (
        <>
          <h1>
            <span className="slide-number">{lesson}</span> <span lang="en">{name}</span>
          </h1>
          <div className={`slide-text slide-${slide.size}`}>
            <Html html={slide.goals} lang="en" />
          </div>
        </>
      ) : (
        <p className="slide-lesson">
          {lesson} <span lang="en">{name}</span>
        </p>
      )}
      {slide.kind === 'signs' && (
        <>
          <h1>{title}</h1>
          <ul className="slide-list">
            {slide.cards.map(({ slug, gloss, english }) => {
              const at = slides.findIndex(
                other => other.lesson === lesson && other.kind === 'sign' && other.card.slug === slug,
              )
              return (
                <li key={slug}>
                  <a href={hrefOf(at)} onClick={follow(at)}>
                    <span className="gloss" lang="en">
                      {gloss}
                    </span>
                    <span className="soft" lang="en">
                      {english.join(', ')}
                    </span>
                  </a>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {slide.kind === 'sign' && <OneSign key={slide.card.slug} card={slide.card} isReviewed={isReviewed} />}
    </section>
  )
}

const OneSign = ({ card, isReviewed }: { card: DeckCard; isReviewed: boolean }) => {
  const { notReviewed } = useTexts('deck')
  return (
    <>
      <h1 className="gloss" lang="en">
        {card.gloss}
      </h1>
      <p className="slide-meaning" lang="en">
        {card.english.join(', ')}
      </p>
      {card.spanish.length > 0 && (
        <p className="slide-spanish" lang="es">
          {card.spanish.join(', ')}
        </p>
      )}
      <SignShown card={card} />
      {card.spelled && !isReviewed && <p className="soft">{notReviewed}</p>}
    </>
  )
}

interface ProjectorProps {
  slides: Slide[]
  /** The slide shown first. */
  at: number
  unit: number
  /** A Deaf signer approved the drawn hands. */
  isReviewed: boolean
  launch: Launch
}

/** Shows one slide at a time. Keys work while the focus is in it, which it takes at first. */
const Projector = ({ slides, at: first, unit, isReviewed, launch }: ProjectorProps) => {
  const texts = useTexts('teacher').projector
  const hydrated = useHydrated()
  const [at, setAt] = useState(first)
  const [isBlank, setBlank] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const hrefOf = (at: number) => {
    const { lesson, step } = placeOf(slides, at)
    return hrefs.projector(launch, { unit: String(unit), lesson, step: String(step) })
  }
  const leave = hrefs.teacher(launch, { tab: 'units', unit: String(unit), lesson: slides[at]?.lesson })
  useEffect(() => {
    if (!isBlank) root.current?.focus()
  }, [isBlank])
  const show = (to: number) => {
    setAt(to)
    history.replaceState(null, '', hrefOf(to))
    scrollTo(0, 0)
  }
  const follow = (to: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    show(to)
    root.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    // Enter and the space bar press a button or play a clip; arrows belong to a clip that has the focus.
    const isOwn = event.target instanceof Element && event.target.closest('video, iframe, button')
    if (event.key === 'Escape') return location.assign(leave)
    if (/^[b.]$/i.test(event.key)) return setBlank(!isBlank)
    const move = moveOfKey(event.key)
    if (!move || isOwn) return
    event.preventDefault()
    if (isBlank) setBlank(false)
    else show(moved(slides, at, move))
  }
  const slide = slides[at]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys repeat the links and buttons of the bar
    <div ref={root} className="projector" tabIndex={-1} onKeyDown={onKeyDown}>
      {slide && <SlideView slide={slide} slides={slides} hrefOf={hrefOf} follow={follow} isReviewed={isReviewed} />}
      <ProjectorBar
        at={at}
        slides={slides}
        hrefOf={hrefOf}
        follow={follow}
        leave={leave}
        onBlank={hydrated ? () => setBlank(true) : null}
      />
      {isBlank && (
        <button
          type="button"
          className="projector-blank"
          aria-label={texts.wake}
          // biome-ignore lint/a11y/noAutofocus: it covers everything else
          autoFocus
          onClick={() => setBlank(false)}
        />
      )}
    </div>
  )
}

export default island('projector/projector', Projector, ['deck', 'teacher'])

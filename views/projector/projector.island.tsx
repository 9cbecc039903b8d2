import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { moved, moveOfKey, placeOf, type Slide } from '#src/signs/rules/slides.ts'
import { island } from '../island.ts'
import { learnHrefs as hrefs, type Launch } from '../learn-paths.ts'
import { LanguageSwitch } from '../shell/language-switch.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { SlideView } from './slide-view.tsx'

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
    return hrefs.projector(launch, { unit: String(unit), lesson: lesson || undefined, step: lesson && String(step) })
  }
  const leave = hrefs.teacher(launch, { tab: 'units', unit: String(unit), lesson: slides[at]?.lesson || undefined })
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
  const { lesson, step, of } = placeOf(slides, at)
  const [back, next] = [moved(slides, at, 'back'), moved(slides, at, 'next')]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys repeat the links and buttons of the bar
    <div ref={root} className="projector" tabIndex={-1} onKeyDown={onKeyDown}>
      {slide && (
        <SlideView
          slide={slide}
          isReviewed={isReviewed}
          linkTo={found => {
            const to = slides.findIndex(found)
            return { href: hrefOf(to), onClick: follow(to) }
          }}
        />
      )}
      {/* One quiet line at the bottom: back, place, next; blank screen, full screen, leave. */}
      <nav className="projector-bar" aria-label={texts.move}>
        <a href={hrefOf(back)} onClick={follow(back)} rel="prev" aria-disabled={back === at || undefined}>
          <span aria-hidden="true">‹</span> {texts.back}
        </a>
        <p>
          {lesson || texts.unit} <span className="soft">{texts.place(step, of)}</span>
        </p>
        <a href={hrefOf(next)} onClick={follow(next)} rel="next" aria-disabled={next === at || undefined}>
          {texts.next} <span aria-hidden="true">›</span>
        </a>
        <span className="projector-keys soft">{hydrated && texts.keys}</span>
        {hydrated && (
          <button type="button" onClick={() => setBlank(true)}>
            {texts.blank} <kbd>B</kbd>
          </button>
        )}
        {hydrated && document.fullscreenEnabled && (
          <button type="button" onClick={() => document.documentElement.requestFullscreen()}>
            {texts.fullScreen}
          </button>
        )}
        <a href={hrefs.projector(launch, { unit: String(unit), view: 'print' })}>{texts.print}</a>
        <LanguageSwitch language={useLanguage()} url={hrefOf(at)} />
        <a href={leave}>
          {texts.leave} {hydrated && <kbd>Esc</kbd>}
        </a>
      </nav>
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

import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { moved, moveOfKey, placeOf, type Slide } from '#src/signs/rules/slides.ts'
import { island } from '../island.ts'
import { hrefs } from '../paths.ts'
import type { Launch } from '../teacher/launch.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { useTexts } from '../ui/texts.ts'
import { ProjectorBar } from './bar.tsx'
import { SlideView } from './slide.tsx'

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

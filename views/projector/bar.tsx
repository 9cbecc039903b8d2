import type { MouseEvent } from 'react'
import { moved, placeOf, type Slide } from '#src/signs/rules/slides.ts'
import { LanguageSwitch } from '../shell/language-switch.tsx'
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
export const ProjectorBar = ({ at, slides, hrefOf, follow, leave, onBlank }: BarProps) => {
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

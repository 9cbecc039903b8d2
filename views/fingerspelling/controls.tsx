import { useCallback, useEffect, useState } from 'react'
import { type Looks, lookChoices } from '#src/signs/rules/fingerspelling/looks.ts'
import { type Moment, playbackOf } from '#src/signs/rules/fingerspelling/playback.ts'
import type { SpelledLetter } from '#src/signs/rules/fingerspelling/spelling.ts'
import { useTexts } from '../ui/texts.ts'

/** True for people who ask their device for less motion. */
const wantsStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Plays letters one after the other. Nothing plays before `play` is called; `shown` is null when nothing is played. */
export const usePlayback = (letters: SpelledLetter[], lettersPerSecond: number) => {
  const [moments, setMoments] = useState<Moment[]>([])
  const [at, setAt] = useState(0)
  const shown = moments[at] ?? null
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setAt(at + 1), shown.milliseconds)
    return () => clearTimeout(timer)
  }, [shown, at])
  const play = useCallback(() => {
    setMoments(playbackOf(letters, lettersPerSecond, wantsStill()))
    setAt(0)
  }, [letters, lettersPerSecond])
  return { shown, play, stop: () => setMoments([]) }
}

const names = ['skin', 'sleeve', 'hand', 'view'] as const

/** Choices of skin, sleeve, hand and view. */
export const LooksForm = ({ looks, change }: { looks: Looks; change(part: Partial<Looks>): void }) => {
  const texts = useTexts('fingerspelling')
  const labelOf = (name: keyof Looks, value: string) => (texts.lookNames[name] as Record<string, string>)[value]
  return (
    <details className="hand-looks">
      <summary>{texts.changeLooks}</summary>
      <div className="hand-choices">
        {names.map(name => (
          <label key={name}>
            {texts.lookLabels[name]}
            <select className="input" value={looks[name]} onChange={event => change({ [name]: event.target.value })}>
              {lookChoices[name].map(value => (
                <option key={value} value={value}>
                  {labelOf(name, value)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <p className="hint">{texts.keptHere}</p>
    </details>
  )
}

/** The mark of drawings that no Deaf signer has reviewed. */
export const ReviewNotice = ({ reviewed }: { reviewed: boolean }) => {
  const { notReviewed } = useTexts('fingerspelling')
  return reviewed ? null : <p className="soft">{notReviewed}</p>
}

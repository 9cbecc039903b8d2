import { useState } from 'react'
import { keysOf } from '#src/core/rules/guards.ts'
import { type Pace, paces } from '#src/fingerspelling/rules/playback.ts'
import type { SpelledLetter } from '#src/fingerspelling/rules/spell.ts'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../ui/texts.ts'
import { Hand } from './hand.tsx'
import { usePlayback } from './use-playback.ts'

/** Stage that spells a word at a chosen pace. */
export const WordPlayer = ({ letters, side }: { letters: SpelledLetter[]; side: string }) => {
  const texts = useTexts('fingerspelling')
  const [pace, setPace] = useState<Pace>('medium')
  const [named, setNamed] = useState(true)
  const { shown, play, stop } = usePlayback(letters, paces[pace])
  const still = letters.find(letter => letter.character)
  const character = shown ? shown.character : (still?.character ?? null)
  const drawing = shown ? shown.drawing : character
  return (
    <div className="speller speller-word">
      <div className="hand-stage">
        {drawing && (
          <Hand
            key={shown?.slides ? shown.index : 'hand'}
            drawing={drawing}
            side={side}
            label={named ? character : null}
            slides={shown?.slides ?? false}
          />
        )}
      </div>
      {named && <p className="hand-letter">{character ?? ' '}</p>}
      <div className="speller-row">
        <Button onClick={shown ? stop : play}>{shown ? texts.stop : texts.play}</Button>
        <label>
          {texts.pace}
          <select className="input" value={pace} onChange={event => setPace(event.target.value as Pace)}>
            {keysOf(paces).map(name => (
              <option key={name} value={name}>
                {texts.paces[name]}
              </option>
            ))}
          </select>
        </label>
        <label className="speller-named">
          <input type="checkbox" checked={named} onChange={event => setNamed(event.target.checked)} />
          {texts.showLetter}
        </label>
      </div>
    </div>
  )
}

import { useState } from 'react'
import { handFrames } from '#src/signs/rules/fingerspelling/hand-frames.ts'
import { type Pace, paces } from '#src/signs/rules/fingerspelling/playback.ts'
import { characters, type SpelledLetter, wordsOf } from '#src/signs/rules/fingerspelling/spelling.ts'
import { island } from '../island.ts'
import { learnPaths as paths } from '../learn-paths.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { useTexts } from '../ui/texts.ts'
import { LooksForm, PaceOptions } from './controls.tsx'
import { Hand, PlayedHand, useLooks } from './hand.tsx'
import { usePlayback } from './letter-playback.ts'

/** Stage that spells a word at a chosen pace. */
const WordPlayer = ({ letters, side, isInPage }: { letters: SpelledLetter[]; side: string; isInPage: boolean }) => {
  const texts = useTexts('fingerspelling')
  const hydrated = useHydrated()
  const [pace, setPace] = useState<Pace>('medium')
  const [named, setNamed] = useState(true)
  const { shown, play, stop } = usePlayback(letters, paces[pace])
  const first = letters.find(letter => letter.character)?.character ?? null
  const character = shown ? shown.character : first
  const hand = { side, label: named ? character : null, isInPage }
  return (
    <div className="speller speller-word">
      <div className="hand-stage">
        {shown ? <PlayedHand moment={shown} {...hand} /> : first && <Hand drawing={first} {...hand} />}
      </div>
      {named && <p className="hand-letter">{character ?? ' '}</p>}
      <div className="speller-row">
        <Button disabled={!hydrated} onClick={shown ? stop : play}>
          {shown ? texts.stop : texts.play}
        </Button>
        <label>
          {texts.pace}
          <select className="input" value={pace} onChange={event => setPace(event.target.value as Pace)}>
            <PaceOptions />
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

interface Props {
  letters: SpelledLetter[]
  /** The page contains the drawings of the word, from the viewer's side. */
  hasDrawings: boolean
}

/** A word, letter by letter, or the whole alphabet. After hydration the word plays, and the hand can be changed. */
const Fingerspelling = ({ letters, hasDrawings }: Props) => {
  const texts = useTexts('fingerspelling')
  const [looks, change] = useLooks()
  const isInPage = hasDrawings && looks.view === 'viewer'
  return (
    <>
      {letters.length > 0 && <WordPlayer letters={letters} side={looks.view} isInPage={isInPage} />}
      {letters.length > 0 && (
        <div className="spelled">
          {wordsOf(letters).map((word, w) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word is known by its place
            <ol key={w}>
              {word.map(({ character, doubled }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a letter is known by its place
                <li key={i}>
                  <figure>
                    <Hand drawing={character} side={looks.view} label={character} isInPage={isInPage} />
                    <figcaption>
                      {character}
                      {doubled && <span className="soft"> {texts.slides}</span>}
                    </figcaption>
                  </figure>
                </li>
              ))}
            </ol>
          ))}
        </div>
      )}
      {letters.length > 0 ? (
        <p>
          <a href={paths.fingerspelling}>{texts.alphabetAndNumbers}</a>
        </p>
      ) : (
        <>
          <h2>{texts.alphabetAndNumbers}</h2>
          <p className="hint">{texts.tapHand}</p>
          <ul className="alphabet">
            {characters.map(character => (
              <li key={character} id={`letter-${character}`}>
                <details>
                  <summary>
                    <Hand drawing={character} side={looks.view} label={character} frame={handFrames[character]} />
                    <strong aria-hidden="true">{character}</strong>
                  </summary>
                  <p>{texts.letters[character]}</p>
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
      <LooksForm looks={looks} change={change} />
    </>
  )
}

export default island('fingerspelling/fingerspelling', Fingerspelling, ['fingerspelling'])

import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { keysOf } from '#src/core/rules/guards.ts'
import { type Compared, compareSpelling, drillPace, nextWord } from '#src/signs/rules/fingerspelling/drill.ts'
import { type Moment, type Pace, paces } from '#src/signs/rules/fingerspelling/playback.ts'
import { spell, WORD_MAX } from '#src/signs/rules/fingerspelling/spelling.ts'
import { island } from '../../island.ts'
import { Button } from '../../ui/button.tsx'
import { keepInBrowser, readKept, useHydrated } from '../../ui/hydrated.ts'
import { useLanguage, useTexts } from '../../ui/texts.ts'
import { LooksForm, PaceOptions } from '../controls.tsx'
import { Hand, PlayedHand, useLooks } from '../hand.tsx'
import { usePlayback } from '../letter-playback.ts'

const KEY = 'signbook-drill-best'

/** Right answers in a row, and the most so far in this browser. Nothing is sent. */
const useStreak = () => {
  const [streak, setStreak] = useState(0)
  const [best, setBest] = useState(0)
  useEffect(() => setBest(Number(readKept(KEY)) || 0), [])
  const count = (right: boolean) => {
    const next = right ? streak + 1 : 0
    setStreak(next)
    if (next <= best) return
    setBest(next)
    keepInBrowser(KEY, String(next))
  }
  return { streak, best, count }
}

/** Spells a word without its letters; the visitor types what they read and sees where it went wrong. */
const Drill = ({ words }: { words: string[] }) => {
  const texts = useTexts('fingerspelling')
  const language = useLanguage()
  const hydrated = useHydrated()
  const [looks, change] = useLooks()
  const { streak, best, count } = useStreak()
  const [word, setWord] = useState('')
  const [result, setResult] = useState<Compared[] | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const letters = useMemo(() => spell(word).letters, [word])
  const [pace, setPace] = useState<Pace | null>(null)
  const { shown, play } = usePlayback(letters, pace ? paces[pace] : drillPace(streak))
  // biome-ignore lint/correctness/useExhaustiveDependencies: plays each new word once, at the pace of its start
  useEffect(() => {
    if (!word) return
    play()
    box.current?.focus({ preventScroll: true })
    // Hand and field stay above the keyboard of a phone.
    if (innerWidth < 640) box.current?.closest('.speller')?.scrollIntoView()
  }, [word])
  if (!hydrated) return <p>{texts.needsScript}</p>
  const begin = () => {
    setResult(null)
    setWord(nextWord(words, streak, word, Math.random()) ?? '')
    if (box.current) box.current.value = ''
  }
  const check = (event: FormEvent) => {
    event.preventDefault()
    const compared = compareSpelling(letters, spell(box.current?.value ?? '').letters)
    setResult(compared)
    count(compared.every(isRight))
  }
  return (
    <>
      <div className="speller">
        <div className="hand-stage">
          {result ? (
            <Spelled pairs={result} shown={shown} side={looks.view} replay={play} />
          ) : shown ? (
            <PlayedHand moment={shown} side={looks.view} label={null} />
          ) : word ? (
            <Button
              look="quiet"
              onClick={() => {
                play()
                box.current?.focus({ preventScroll: true })
              }}
            >
              {texts.playAgain}
            </Button>
          ) : (
            <Hand drawing="A" side={looks.view} label={null} />
          )}
        </div>
        <div role="status">{result && <Verdict pairs={result} word={word} />}</div>
        {word && (
          <form className="search" onSubmit={check}>
            <label htmlFor="read">{texts.whatWasSpelled}</label>
            <div className="search-row">
              <input
                ref={box}
                id="read"
                className="input"
                maxLength={WORD_MAX}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                readOnly={result !== null}
              />
              <Button look={result ? 'quiet' : 'primary'} disabled={result !== null}>
                {texts.check}
              </Button>
            </div>
          </form>
        )}
        <div className="speller-row">
          <Button look={word && !result ? 'quiet' : 'primary'} onClick={begin}>
            {word ? texts.nextWord : texts.start}
          </Button>
        </div>
        <label className="drill-pace">
          {texts.pace}
          <select
            className="input"
            value={pace ?? ''}
            onChange={({ target }) => setPace(keysOf(paces).find(name => name === target.value) ?? null)}
          >
            <option value="">{texts.paceRises(drillPace(streak).toLocaleString(language))}</option>
            <PaceOptions />
          </select>
        </label>
        {best > 0 && <p className="soft">{texts.streak(streak, best)}</p>}
      </div>
      <LooksForm looks={looks} change={change} />
    </>
  )
}

const isRight = ({ spelled, typed }: Compared) => spelled === typed

const Verdict = ({ pairs, word }: { pairs: Compared[]; word: string }) => {
  const texts = useTexts('fingerspelling')
  if (pairs.every(isRight)) return <p className="drill-right">{texts.right(word)}</p>
  return (
    <p>
      {texts.itWas(word)} <span className="hint">{texts.tapToReplay}</span>
    </p>
  )
}

/** The hands of the word in a row, each above what was typed for it. A tap spells the word again, in the row. */
const Spelled = ({
  pairs,
  shown,
  side,
  replay,
}: {
  pairs: Compared[]
  shown: Moment | null
  side: string
  replay(): void
}) => {
  const texts = useTexts('fingerspelling')
  return (
    <ol className={shown ? 'drill-letters drawn-playing' : 'drill-letters'}>
      {pairs.map((pair, i) => {
        const index = pairs.slice(0, i).filter(({ spelled }) => spelled).length
        const isNow = pair.spelled !== null && shown?.index === index
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a letter is known by its place
          <li key={i} data-wrong={isRight(pair) ? undefined : true} className={isNow ? 'drawn-now' : undefined}>
            {pair.spelled && (
              <button type="button" onClick={replay} aria-label={`${pair.spelled}: ${texts.playAgain}`}>
                {isNow ? (
                  <PlayedHand moment={shown} side={side} label={null} />
                ) : (
                  <Hand drawing={pair.spelled} side={side} label={null} />
                )}
              </button>
            )}
            <strong>{pair.spelled ?? '–'}</strong>
            <span>{isRight(pair) ? '✓' : pair.typed ? texts.youTyped(pair.typed) : texts.missed}</span>
          </li>
        )
      })}
    </ol>
  )
}

export default island('fingerspelling/drill/drill', Drill, ['fingerspelling'])

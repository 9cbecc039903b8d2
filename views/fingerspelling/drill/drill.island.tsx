import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type Compared, compareSpelling, drillPace, nextWord } from '#src/signs/rules/fingerspelling/drill.ts'
import { spell, WORD_MAX } from '#src/signs/rules/fingerspelling/spelling.ts'
import { island } from '../../island.ts'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { useTexts } from '../../ui/texts.ts'
import { LooksForm } from '../controls.tsx'
import { Hand, useLooks } from '../hand.tsx'
import { usePlayback } from '../letter-playback.ts'

const KEY = 'signbook-drill-best'

/** Right answers in a row, and the most so far in this browser. Nothing is sent. */
const useStreak = () => {
  const [streak, setStreak] = useState(0)
  const [best, setBest] = useState(0)
  useEffect(() => {
    try {
      setBest(Number(localStorage.getItem(KEY)) || 0)
    } catch {
      // The browser keeps nothing here. The streak lasts until the page is left.
    }
  }, [])
  const count = (right: boolean) => {
    const next = right ? streak + 1 : 0
    setStreak(next)
    if (next <= best) return
    setBest(next)
    try {
      localStorage.setItem(KEY, String(next))
    } catch {
      // As above.
    }
  }
  return { streak, best, count }
}

/** Spells a word without its letters; the visitor types what they read and sees where it went wrong. */
const Drill = ({ words }: { words: string[] }) => {
  const texts = useTexts('fingerspelling')
  const hydrated = useHydrated()
  const [looks, change] = useLooks()
  const { streak, best, count } = useStreak()
  const [word, setWord] = useState('')
  const [result, setResult] = useState<Compared[] | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const letters = useMemo(() => spell(word).letters, [word])
  const { shown, play } = usePlayback(letters, drillPace(streak))
  // biome-ignore lint/correctness/useExhaustiveDependencies: plays each new word once, at the pace of its start
  useEffect(() => {
    if (word) play()
  }, [word])
  if (!hydrated) return <p>{texts.needsScript}</p>
  const begin = () => {
    setResult(null)
    setWord(nextWord(words, streak, word, Math.random()) ?? '')
    if (box.current) box.current.value = ''
    box.current?.focus()
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
        {word && (
          <div className="hand-stage">
            {shown?.drawing && (
              <Hand
                key={shown.slides ? shown.index : 'hand'}
                drawing={shown.drawing}
                side={looks.view}
                label={null}
                slides={shown.slides}
              />
            )}
          </div>
        )}
        <div className="speller-row">
          <Button look={word && !result ? 'quiet' : 'primary'} onClick={begin}>
            {word ? texts.nextWord : texts.start}
          </Button>
          {word && (
            <Button look="quiet" onClick={play}>
              {texts.playAgain}
            </Button>
          )}
        </div>
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
        <div role="status">{result && <Result pairs={result} word={word} />}</div>
        {best > 0 && <p className="soft">{texts.streak(streak, best)}</p>}
      </div>
      <LooksForm looks={looks} change={change} />
    </>
  )
}

const isRight = ({ spelled, typed }: Compared) => spelled === typed

/** Each letter that was spelled above the one that was typed. */
const Result = ({ pairs, word }: { pairs: Compared[]; word: string }) => {
  const texts = useTexts('fingerspelling')
  if (pairs.every(isRight)) return <p className="drill-right">{texts.right(word)}</p>
  return (
    <>
      <p>{texts.itWas(word)}</p>
      <ol className="drill-letters">
        {pairs.map((pair, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a letter is known by its place
          <li key={i} data-wrong={isRight(pair) ? undefined : true}>
            <strong>{pair.spelled ?? '–'}</strong>
            <span>{isRight(pair) ? '✓' : pair.typed ? texts.youTyped(pair.typed) : texts.missed}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

export default island('fingerspelling/drill/drill', Drill, ['fingerspelling'])

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { keysOf } from '#src/core/rules/guards.ts'
import { cardKey, cardsFor, type DeckCard, type DeckWay, deckWays } from '#src/signs/rules/deck.ts'
import {
  countBoxes,
  countOpen,
  type DeckProgress,
  moveCard,
  nextCard,
  readProgress,
  withoutCards,
  writeProgress,
} from '#src/signs/rules/leitner.ts'
import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'
import { keepInBrowser, readKept, useFocusWhenShown, useHydrated } from '../ui/hydrated.ts'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useTexts } from '../ui/texts.ts'
import { Meaning, MeaningAnswer, SignAnswer, SignShown } from './card.tsx'

const KEY = 'signbook-deck'

/**
 * Progress of all cards, kept in this browser and sent nowhere. `openedAt` is the server's time when the page was made,
 * so that a wrong clock of the device does not matter.
 */
const useProgress = (openedAt: number) => {
  const [progress, setProgress] = useState<DeckProgress>({})
  const [now, setNow] = useState(openedAt)
  useEffect(() => setProgress(readProgress(readKept(KEY))), [])
  /** Reads again what is kept, which another tab may have changed. */
  const change = (next: (before: DeckProgress) => DeckProgress) => {
    const kept = readKept(KEY)
    const changed = next(kept === null ? progress : readProgress(kept))
    setProgress(changed)
    keepInBrowser(KEY, writeProgress(changed))
  }
  const answer = (key: string, knew: boolean) => {
    const at = Math.round(openedAt + performance.now())
    setNow(at)
    change(before => ({ ...before, [key]: moveCard(before[key], knew, at) }))
  }
  const startOver = (keys: string[]) => change(before => withoutCards(keys, before))
  return { progress, now, answer, startOver }
}

interface AskedCardProps {
  card: DeckCard
  way: DeckWay
  takesFocus: boolean
  answer(knew: boolean): void
}

/** One card: its question, and after a click its answer and the two buttons of the self-check. */
const AskedCard = ({ card, way, takesFocus, answer }: AskedCardProps) => {
  const texts = useTexts('deck')
  const [isOpen, setOpen] = useState(false)
  const toSign = way === 'toSign'
  return (
    <>
      {toSign ? <Meaning card={card} /> : <SignShown card={card} />}
      {isOpen ? (
        <>
          <Focused>{toSign ? <SignAnswer card={card} /> : <MeaningAnswer card={card} />}</Focused>
          <div className="deck-check">
            <Button onClick={() => answer(true)}>{texts.knew}</Button>
            <Button look="quiet" onClick={() => answer(false)}>
              {texts.missed}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>{toSign ? texts.signIt : texts.sayIt}</p>
          <Button autoFocus={takesFocus} onClick={() => setOpen(true)}>
            {texts.check}
          </Button>
        </>
      )}
    </>
  )
}

const Focused = ({ children }: { children: ReactNode }) => {
  const shown = useRef<HTMLDivElement>(null)
  useFocusWhenShown(shown)
  return (
    <div ref={shown} tabIndex={-1}>
      {children}
    </div>
  )
}

/** Counts of cards: new, learned, almost known and known. */
const Levels = ({ counts: [fresh = 0, again = 0, ...later] }: { counts: number[] }) => {
  const texts = useTexts('deck')
  const sum = (boxes: number[]) => boxes.reduce((total, count) => total + count, 0)
  const levels = { fresh, learning: again, almost: sum(later.slice(0, 2)), known: sum(later.slice(2)) }
  return (
    <>
      <h2>{texts.progress}</h2>
      <dl className="deck-levels">
        {keysOf(levels).map(level => (
          <div key={level}>
            <dt>{texts.levels[level]}</dt>
            <dd>{levels[level]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** All cards, each with an answer to unfold. Works without a script. */
const CardList = ({ cards }: { cards: DeckCard[] }) => {
  const texts = useTexts('deck')
  return (
    <>
      <h2>{texts.cards}</h2>
      <ul className="deck-cards">
        {cards.map(card => (
          <li key={card.slug}>
            <Meaning card={card} />
            <details>
              <summary>{texts.answer}</summary>
              <SignAnswer card={card} />
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Asks one card after the other. Before hydration it lists all cards. `now` is the server's time. */
const Deck = ({ cards, now: openedAt }: { cards: DeckCard[]; now: number }) => {
  const texts = useTexts('deck')
  const hydrated = useHydrated()
  const [way, setWay] = useState<DeckWay>('toSign')
  // The next card takes the focus from the button that was pressed.
  const [answered, setAnswered] = useState(false)
  const { progress, now, answer, startOver } = useProgress(openedAt)
  if (!hydrated) return <CardList cards={cards} />
  const asked = cardsFor(way, cards)
  const keys = asked.map(card => cardKey(way, card))
  const next = nextCard(keys, progress, now)
  const card = asked.find(each => cardKey(way, each) === next)
  return (
    <>
      <section className="deck-stage">
        <p className="soft" role="status">
          {texts.left(countOpen(keys, progress, now), keys.length)}
        </p>
        {card && next ? (
          <AskedCard
            // A card of the first box may follow itself; its answer is hidden again.
            key={`${next} ${progress[next]?.due}`}
            card={card}
            way={way}
            takesFocus={answered}
            answer={knew => {
              setAnswered(true)
              answer(next, knew)
            }}
          />
        ) : (
          <>
            <Shelf full />
            <p className="lead">{texts.done}</p>
          </>
        )}
      </section>
      <Ways
        way={way}
        cards={cards}
        choose={chosen => {
          setAnswered(false)
          setWay(chosen)
        }}
      />
      <Levels counts={countBoxes(keys, progress)} />
      <p className="deck-kept">
        <span className="hint">{texts.kept}</span>
        <Button look="quiet" onClick={() => startOver(keys)}>
          {texts.startOver}
        </Button>
      </p>
    </>
  )
}

/** The choice of the way to practice, or a sentence that says why there is none. */
const Ways = ({ way, cards, choose }: { way: DeckWay; cards: DeckCard[]; choose(way: DeckWay): void }) => {
  const texts = useTexts('deck')
  const count = cardsFor('toMeaning', cards).length
  if (count === 0) return <p className="hint">{texts.noSigns}</p>
  return (
    <>
      <fieldset className="deck-ways">
        <legend>{texts.ways.label}</legend>
        {deckWays.map(each => (
          <label key={each}>
            <input type="radio" name="way" checked={each === way} onChange={() => choose(each)} />
            {each === 'toSign' ? texts.ways.toSign : texts.ways.toMeaning(count)}
          </label>
        ))}
      </fieldset>
      {count < cards.length && <p className="hint">{texts.someSigns(count, cards.length)}</p>}
    </>
  )
}

export default island('deck/deck', Deck, ['deck'])

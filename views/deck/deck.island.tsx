import { useState } from 'react'
import { cardKey, cardsFor, type DeckCard, type DeckWay, deckWays } from '#src/signs/rules/deck.ts'
import { countBoxes, countOpen, nextCard } from '#src/signs/rules/leitner.ts'
import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useTexts } from '../ui/texts.ts'
import { AskedCard } from './asked-card.tsx'
import { Boxes } from './boxes.tsx'
import { CardList } from './card-list.tsx'
import { useProgress } from './use-progress.ts'

interface DeckProps {
  cards: DeckCard[]
  /** The server's time. */
  now: number
}

/** Asks one card after the other. Before hydration it lists all cards. */
const Deck = ({ cards, now: openedAt }: DeckProps) => {
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
      <Ways
        way={way}
        cards={cards}
        choose={chosen => {
          setAnswered(false)
          setWay(chosen)
        }}
      />
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
      <Boxes counts={countBoxes(keys, progress)} />
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
      {count < cards.length && <p className="hint">{texts.someSigns}</p>}
    </>
  )
}

export default island('deck/deck', Deck, ['deck'])

import type { DeckCard } from '#src/signs/rules/deck.ts'
import { useTexts } from '../ui/texts.ts'
import { Meaning, SignAnswer } from './card.tsx'

/** All cards, each with an answer to unfold. Works without a script. */
export const CardList = ({ cards }: { cards: DeckCard[] }) => {
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

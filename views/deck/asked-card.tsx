import { useRef, useState } from 'react'
import type { DeckCard, DeckWay } from '#src/signs/rules/deck.ts'
import { Button } from '../ui/button.tsx'
import { useFocusWhenShown } from '../ui/focus-when-shown.ts'
import { useTexts } from '../ui/texts.ts'
import { Meaning, MeaningAnswer, SignAnswer, SignShown } from './card.tsx'

interface AskedCardProps {
  card: DeckCard
  way: DeckWay
  takesFocus: boolean
  answer(knew: boolean): void
}

/** One card: its question, and after a click its answer and the two buttons of the self-check. */
export const AskedCard = ({ card, way, takesFocus, answer }: AskedCardProps) => {
  const texts = useTexts('deck')
  const [isOpen, setOpen] = useState(false)
  const toSign = way === 'toSign'
  return (
    <>
      {toSign ? <Meaning card={card} /> : <SignShown card={card} />}
      {isOpen ? (
        <Answer card={card} toSign={toSign} answer={answer} />
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

const Answer = ({ card, toSign, answer }: Pick<AskedCardProps, 'card' | 'answer'> & { toSign: boolean }) => {
  const texts = useTexts('deck')
  const shown = useRef<HTMLDivElement>(null)
  useFocusWhenShown(shown)
  return (
    <>
      <div ref={shown} tabIndex={-1}>
        {toSign ? <SignAnswer card={card} /> : <MeaningAnswer card={card} />}
      </div>
      <div className="deck-check">
        <Button onClick={() => answer(true)}>{texts.knew}</Button>
        <Button look="quiet" onClick={() => answer(false)}>
          {texts.missed}
        </Button>
      </div>
    </>
  )
}

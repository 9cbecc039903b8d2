import { useTexts } from '../ui/texts.ts'

/** Counts of new cards and of cards in each box. */
export const Boxes = ({ counts: [fresh, ...boxes] }: { counts: number[] }) => {
  const texts = useTexts('deck')
  return (
    <>
      <h2>{texts.boxes}</h2>
      <dl className="deck-boxes">
        <div>
          <dt>{texts.fresh}</dt>
          <dd>{fresh}</dd>
        </div>
        {boxes.map((count, i) => (
          <div key={texts.gaps[i]}>
            <dt>
              {texts.box(i + 1)} <span className="soft">{texts.gaps[i]}</span>
            </dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

import type { MouseEvent } from 'react'
import type { DeckCard } from '#src/signs/rules/deck.ts'
import type { Slide } from '#src/signs/rules/slides.ts'
import { SignShown } from '../deck/card.tsx'
import { Html } from '../ui/html.tsx'
import { useTexts } from '../ui/texts.ts'

interface SlideProps {
  slide: Slide
  slides: Slide[]
  isReviewed: boolean
  hrefOf(at: number): string
  follow(at: number): (event: MouseEvent) => void
}

export const SlideView = ({ slide, slides, isReviewed, hrefOf, follow }: SlideProps) => {
  const { title } = useTexts('deck').lesson
  const { lesson, name } = slide
  return (
    <section className={`slide slide-${slide.kind}`} aria-live="polite">
      {slide.kind === 'goals' ? (
        <>
          <h1>
            <span className="slide-number">{lesson}</span> <span lang="en">{name}</span>
          </h1>
          <div className={`slide-text slide-${slide.size}`}>
            <Html html={slide.goals} lang="en" />
          </div>
        </>
      ) : (
        <p className="slide-lesson">
          {lesson} <span lang="en">{name}</span>
        </p>
      )}
      {slide.kind === 'signs' && (
        <>
          <h1>{title}</h1>
          <ul className="slide-list">
            {slide.cards.map(({ slug, gloss, english }) => {
              const at = slides.findIndex(
                other => other.lesson === lesson && other.kind === 'sign' && other.card.slug === slug,
              )
              return (
                <li key={slug}>
                  <a href={hrefOf(at)} onClick={follow(at)}>
                    <span className="gloss" lang="en">
                      {gloss}
                    </span>
                    <span className="soft" lang="en">
                      {english.join(', ')}
                    </span>
                  </a>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {slide.kind === 'sign' && <OneSign key={slide.card.slug} card={slide.card} isReviewed={isReviewed} />}
    </section>
  )
}

const OneSign = ({ card, isReviewed }: { card: DeckCard; isReviewed: boolean }) => {
  const { notReviewed } = useTexts('deck')
  return (
    <>
      <h1 className="gloss" lang="en">
        {card.gloss}
      </h1>
      <p className="slide-meaning" lang="en">
        {card.english.join(', ')}
      </p>
      {card.spanish.length > 0 && (
        <p className="slide-spanish" lang="es">
          {card.spanish.join(', ')}
        </p>
      )}
      <SignShown card={card} />
      {card.spelled && !isReviewed && <p className="soft">{notReviewed}</p>}
    </>
  )
}

import type { MouseEvent, ReactNode } from 'react'
import type { DeckCard } from '#src/signs/rules/deck.ts'
import type { Slide } from '#src/signs/rules/slides.ts'
import { SignShown } from '../deck/card.tsx'
import { ContentTitle } from '../ui/content-title.tsx'
import { Html } from '../ui/html.tsx'
import { MeaningPicture } from '../ui/pictures/meaning.tsx'
import { useTexts } from '../ui/texts.ts'

interface SlideProps {
  slide: Slide
  isReviewed: boolean
  /** Link of a sign or a lesson of the slide. On paper there is none. */
  linkTo?: (found: (other: Slide) => boolean) => { href: string; onClick(event: MouseEvent): void }
}

/** One slide, on the projector or on paper. */
export const SlideView = ({ slide, isReviewed, linkTo }: SlideProps) => {
  const { title } = useTexts('deck').lesson
  const texts = useTexts('teacher')
  const { lesson } = slide
  return (
    <section className={`slide slide-${slide.kind}`} aria-live="polite">
      {slide.kind === 'unit' ? (
        <>
          <h1>
            <span className="slide-number">{texts.unit(slide.unit)}</span>{' '}
            <ContentTitle title={slide.name} translated={slide.translated} />
          </h1>
          <ul className="slide-list">
            {slide.lessons.map(each => (
              <li key={each.lesson}>
                <MaybeLink link={linkTo?.(other => other.lesson === each.lesson)}>
                  <span className="soft">{each.lesson}</span>{' '}
                  <ContentTitle title={each.name} translated={each.translated} />
                </MaybeLink>
              </li>
            ))}
          </ul>
        </>
      ) : slide.kind === 'goals' ? (
        <>
          <h1>
            <span className="slide-number">{lesson}</span>{' '}
            <ContentTitle title={slide.name} translated={slide.translated} />
          </h1>
          <div className={`slide-text slide-${slide.size}`}>
            <Html html={slide.goals} lang="en" />
          </div>
        </>
      ) : (
        <p className="slide-lesson">
          {lesson} <ContentTitle title={slide.name} translated={slide.translated} />
        </p>
      )}
      {slide.kind === 'signs' && (
        <>
          <h1>{title}</h1>
          <ul className="slide-list">
            {slide.cards.map(({ slug, gloss, english, picture }) => (
              <li key={slug}>
                <MaybeLink
                  link={linkTo?.(other => other.lesson === lesson && other.kind === 'sign' && other.card.slug === slug)}
                >
                  <span className="gloss" lang="en">
                    {gloss}
                  </span>
                  <span className="soft" lang="en">
                    {english.join(', ')}
                  </span>
                  {picture && <MeaningPicture picture={picture} toPrint />}
                </MaybeLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {slide.kind === 'sign' && <OneSign key={slide.card.slug} card={slide.card} isReviewed={isReviewed} />}
    </section>
  )
}

const MaybeLink = ({
  link,
  children,
}: {
  link: { href: string; onClick(event: MouseEvent): void } | undefined
  children: ReactNode
}) =>
  link ? (
    <a href={link.href} onClick={link.onClick}>
      {children}
    </a>
  ) : (
    <div>{children}</div>
  )

const OneSign = ({ card, isReviewed }: { card: DeckCard; isReviewed: boolean }) => {
  const { notReviewed } = useTexts('deck')
  return (
    <>
      <h1 className="gloss" lang="en">
        {card.gloss}
      </h1>
      {card.picture && <MeaningPicture picture={card.picture} toPrint />}
      <p className="slide-meaning" lang="en">
        {card.english.join(', ')}
      </p>
      {card.spanish.length > 0 && (
        <p className="slide-spanish" lang="es">
          {card.spanish.join(', ')}
        </p>
      )}
      <SignShown card={card} />
      {card.drawn && !isReviewed && <p className="soft">{notReviewed}</p>}
    </>
  )
}

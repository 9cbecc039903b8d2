import { type DeckCard, showsSign } from '#src/signs/rules/deck.ts'
import { Drawn } from '../fingerspelling/drawn.tsx'
import { learnHrefs as hrefs, learnPaths as paths } from '../learn-paths.ts'
import { PageLink } from '../ui/page-link.tsx'
import { MeaningPicture, useMeanings } from '../ui/pictures/meaning.tsx'
import { useTexts } from '../ui/texts.ts'

/** The meanings of a card, first in the language of the page, and their picture. */
export const Meaning = ({ card }: { card: DeckCard }) => {
  const [first, second] = useMeanings(card)
  return (
    <div className="deck-meaning">
      {card.picture && <MeaningPicture picture={card.picture} />}
      {first && <strong lang={first.lang}>{first.words}</strong>}
      {second && <span lang={second.lang}>{second.words}</span>}
    </div>
  )
}

/** The sign itself, as far as it is known: a clip, drawn hands, or a description. */
export const SignShown = ({ card }: { card: DeckCard }) => {
  const { play } = useTexts('deck')
  return (
    <>
      <Clip card={card} />
      {card.drawn && <Drawn key={card.slug} word={card.drawn} playLabel={play} />}
      {card.description.length > 0 && <p lang="en">{card.description.join(' · ')}</p>}
    </>
  )
}

/** The answer to a meaning: the gloss, the sign, and how it is used. */
export const SignAnswer = ({ card }: { card: DeckCard }) => {
  const texts = useTexts('deck')
  return (
    <div className="deck-answer">
      <strong className="gloss">{card.gloss}</strong>
      {card.gloss.startsWith('fs-') && <p>{texts.spelledWith}</p>}
      <SignShown card={card} />
      {!showsSign(card) && <p className="soft">{texts.noClip}</p>}
      <p lang="en">{card.usage}</p>
      <EntryLink slug={card.slug} />
    </div>
  )
}

export const MeaningAnswer = ({ card }: { card: DeckCard }) => (
  <div className="deck-answer">
    <Meaning card={card} />
    <span className="gloss">{card.gloss}</span>
    <p lang="en">{card.usage}</p>
    <EntryLink slug={card.slug} />
  </div>
)

const EntryLink = ({ slug }: { slug: string }) => (
  <PageLink to={hrefs.dictionary(paths.dictionary, { sign: slug })} newTab>
    {useTexts('deck').entry}
  </PageLink>
)

/** The clip with the browser's own controls; it plays silently, over and over, once started. */
const Clip = ({ card: { clip, video, gloss } }: { card: DeckCard }) => {
  if (clip)
    return (
      <video className="deck-clip" poster={clip.poster ?? undefined} aria-label={gloss} controls loop muted playsInline>
        {clip.videos.map(({ src, type }) => (
          <source key={src} src={src} type={type} />
        ))}
      </video>
    )
  return video && <iframe className="deck-clip" src={video} title={gloss} loading="lazy" allow="fullscreen" />
}

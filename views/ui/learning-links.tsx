import { handPicture } from '#src/signs/rules/fingerspelling/hand-picture.ts'
import { learnPaths as paths } from '../learn-paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { useLanguage, useServerTexts } from './texts.ts'

const pages = ['dictionary', 'fingerspelling', 'fingerspellingDrill', 'deck'] as const

/** Links from each learning page to the others. `here` is the page itself, or shown on it. */
export const LearningLinks = ({ here }: { here: (typeof pages)[number] }) => {
  const texts = useServerTexts('sentences').learn
  const language = useLanguage()
  return (
    <nav className="learning-links" aria-label={texts.label}>
      {pages
        .filter(page => page !== here)
        .map(page => (
          <a key={page} href={inLanguage(paths[page], language)}>
            {texts[page]}
          </a>
        ))}
    </nav>
  )
}

/** The learning pages as tiles, each with the drawn hand of the first letter of its name. */
export const LearningTiles = () => {
  const texts = useServerTexts('sentences').learn
  const language = useLanguage()
  return (
    <nav className="learning-tiles" aria-label={texts.label}>
      {pages.map(page => (
        <a key={page} href={inLanguage(paths[page], language)}>
          <img src={handPicture(texts[page].slice(0, 1))} alt="" width="96" height="96" />
          {texts[page]}
        </a>
      ))}
    </nav>
  )
}

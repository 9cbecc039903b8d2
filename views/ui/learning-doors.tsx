import { paths } from '../paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { useLanguage, useServerTexts } from './texts.ts'

const doors = ['dictionary', 'fingerspelling', 'fingerspellingDrill', 'deck'] as const

/** Links from each learning page to the others. `here` is the page itself, or shown on it. */
export const LearningDoors = ({ here }: { here: (typeof doors)[number] }) => {
  const texts = useServerTexts('sentences').doors
  const language = useLanguage()
  return (
    <nav className="doors" aria-label={texts.label}>
      {doors
        .filter(door => door !== here)
        .map(door => (
          <a key={door} href={inLanguage(paths[door], language)}>
            {texts[door]}
          </a>
        ))}
    </nav>
  )
}

import type { LessonSign } from '#src/signs/rules/lesson-signs.ts'
import { hrefs } from '../paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { useLanguage, useTexts } from '../ui/texts.ts'
import type { Launch } from './launch.ts'

interface LessonSignsProps {
  lesson: string
  signs: LessonSign[]
  launch: Launch
}

/** The signs of a lesson, with links to their entries, to the sheet and to the cards. */
export const LessonSigns = ({ lesson, signs, launch }: LessonSignsProps) => {
  const texts = useTexts('deck').lesson
  const language = useLanguage()
  if (signs.length === 0) return null
  return (
    <section className="lesson-signs">
      <h5>{texts.title}</h5>
      <ul>
        {signs.map(({ slug, gloss, meaning, meaningEs, picture }) => (
          <li key={slug}>
            <a href={hrefs.teacher(launch, { tab: 'signs', term: `Unit ${lesson}`, sign: slug })}>
              <span className="gloss" lang="en">
                {gloss}
              </span>
              {language === 'es' && meaningEs && <span lang="es">{meaningEs}</span>}
              <span className="soft" lang="en">
                {meaning}
              </span>
              {picture && <img src={picture} alt="" loading="lazy" />}
            </a>
          </li>
        ))}
      </ul>
      <p className="lesson-links">
        <a href={inLanguage(hrefs.vocabulary(lesson), language)} target="_blank" rel="noopener">
          {texts.sheet}
        </a>
        <a href={inLanguage(hrefs.deck(lesson), language)} target="_blank" rel="noopener">
          {texts.practice}
        </a>
      </p>
    </section>
  )
}

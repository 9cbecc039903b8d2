import type { LessonSign } from '#src/signs/rules/lesson-signs.ts'
import { hrefs } from '../paths.ts'
import { useTexts } from '../ui/texts.ts'
import type { Launch } from './launch.ts'

interface LessonSignsProps {
  lesson: string
  signs: LessonSign[]
  launch: Launch
}

/** The signs of a lesson, with links to their entries, to the sheet and to the cards. */
export const LessonSigns = ({ lesson, signs, launch }: LessonSignsProps) => {
  const texts = useTexts('deck').lesson
  if (signs.length === 0) return null
  return (
    <section className="lesson-signs">
      <h5>{texts.title}</h5>
      <ul>
        {signs.map(({ slug, gloss, meaning, picture }) => (
          <li key={slug}>
            <a href={hrefs.teacher(launch, { tab: 'signs', term: `Unit ${lesson}`, sign: slug })}>
              {picture && <img src={picture} alt="" loading="lazy" />}
              <span className="gloss">{gloss}</span>
              <span className="soft">{meaning}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="lesson-links">
        <a href={hrefs.vocabulary(lesson)} target="_blank" rel="noopener">
          {texts.sheet}
        </a>
        <a href={hrefs.deck(lesson)} target="_blank" rel="noopener">
          {texts.practice}
        </a>
      </p>
    </section>
  )
}

import type { Glance } from '#src/signs/rules/content.ts'
import { type LessonPart, type LessonSign, lessonParts } from '#src/signs/rules/lessons.ts'
import type { Launch } from '../learn-paths.ts'
import { hrefs } from '../paths.ts'
import { ContentTitle } from '../ui/content-title.tsx'
import { Html } from '../ui/html.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { PageLink } from '../ui/page-link.tsx'
import { MeaningPicture } from '../ui/pictures/meaning.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'

/** The label of a part of a lesson, in the language of the page if most lessons have it. */
export const PartLabel = ({ label, known }: Pick<LessonPart, 'label' | 'known'>) => {
  const { parts } = useTexts('teacher')
  return known ? parts[known] : <span lang="en">{label}</span>
}

/** Element id of the open lesson. */
export const LESSON = 'lesson'

interface LessonViewProps {
  unit: number
  /** Addresses of the slides and activities of the unit. */
  links: string[]
  glance: Glance
  signs: LessonSign[]
  launch: Launch
}

/** A lesson in one view: what to do with it, its parts with activities and homework, and its signs. */
export const LessonView = ({ unit, links, glance, signs, launch }: LessonViewProps) => {
  const texts = useTexts('teacher')
  const { lesson, name, translated, note } = glance
  const place = { unit: String(unit), lesson }
  const hydrated = useHydrated()
  return (
    <>
      <h4>
        {lesson} <ContentTitle title={name} translated={translated} />
      </h4>
      <p className="lesson-actions">
        <a className="button button-quiet" href={hrefs.projector(launch, place)}>
          {texts.lesson.project} {hydrated && <kbd>P</kbd>}
        </a>
        <a className="button button-quiet" href={hrefs.lesson(launch, place)} target="_blank" rel="noopener">
          {texts.lesson.print}
        </a>
      </p>
      <div className="lesson-body">
        <div>
          {lessonParts(glance, useLanguage()).map(({ label, known, kind, html, language }) => (
            <section key={label} className={`lesson-part lesson-${kind}`}>
              {label && (
                <h5>
                  <PartLabel label={label} known={known} />
                </h5>
              )}
              <Html html={html} lang={language} />
            </section>
          ))}
          {note && (
            <div className="glance-note">
              <h5>{texts.lesson.note}</h5>
              <Html html={note} lang="en" />
            </div>
          )}
          <h5 className="lesson-materials">{texts.lesson.materials}</h5>
          <p className="lesson-links">
            {links.map((url, nth) => {
              const name = texts.lesson.ofUnit(nth === 0 ? texts.unitLinks.first : texts.unitLinks.second, unit)
              return (
                <a key={name} href={url} target="_blank" rel="noopener">
                  {name}
                </a>
              )
            })}
          </p>
        </div>
        <LessonSigns lesson={lesson} signs={signs} launch={launch} />
      </div>
    </>
  )
}

/** The signs of a lesson, with links to their entries, to the sheet and to the cards. */
const LessonSigns = ({ lesson, signs, launch }: { lesson: string; signs: LessonSign[]; launch: Launch }) => {
  const texts = useTexts('deck').lesson
  const language = useLanguage()
  if (signs.length === 0) return null
  return (
    <section className="lesson-signs">
      <h5>{texts.title}</h5>
      <ul>
        {signs.map(({ slug, gloss, meaning, meaningEs, picture, meaningPicture }) => (
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
              {meaningPicture && <MeaningPicture picture={meaningPicture} />}
            </a>
          </li>
        ))}
      </ul>
      <p className="lesson-links">
        <PageLink to={hrefs.vocabulary(lesson)} newTab>
          {texts.sheet}
        </PageLink>
        <PageLink to={hrefs.deck(lesson)} newTab>
          {texts.practice}
        </PageLink>
      </p>
    </section>
  )
}

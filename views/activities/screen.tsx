import type { Activity } from '#src/signs/rules/content.ts'
import { lessonParts } from '#src/signs/rules/lessons.ts'
import { slugOfGloss } from '#src/signs/rules/sign-slug.ts'
import { LessonTitle, Parts, Sheet } from '../lesson/sheet.tsx'
import { hrefs, paths } from '../paths.ts'
import { barePage, type DataOf, page, type ScreenContext, screen } from '../screen.ts'
import { openUnit, toUnits } from '../teacher/frame.tsx'
import { Html } from '../ui/html.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { useLanguage, useServerTexts, useTexts } from '../ui/texts.ts'

const loadUnit = (name: 'title' | 'practiceTitle') => async (context: ScreenContext) => {
  const found = await openUnit(context)
  if (!found) return toUnits(context)
  const { texts, about, ...data } = found
  const title = texts.activities[name](data.unit.unit)
  return page({ ...data, title }, { title: `${title} · ${data.course}`, ...about })
}
type Data = DataOf<ReturnType<typeof loadUnit>>

/** The activities of a unit, a sheet for each lesson. */
export const activities = screen({
  ...barePage,
  styles: 'teach',
  path: paths.ltiActivities,
  load: loadUnit('title'),
  View: ({ data }) => <Activities {...data} />,
})

/** Homework of a unit, and what students can practice on their own. */
export const furtherPractice = screen({
  ...barePage,
  styles: 'teach',
  path: paths.ltiPractice,
  load: loadUnit('practiceTitle'),
  View: ({ data }) => <FurtherPractice {...data} />,
})

const Activities = (data: Data) => {
  const { title } = useTexts('deck').lesson
  const language = useLanguage()
  const { glances, activities = [] } = data.unit
  return (
    <Sheet {...data}>
      {glances.map(glance => (
        <section key={glance.lesson} className="activity-sheet">
          <LessonTitle glance={glance} />
          {activities
            .filter(({ lesson }) => lesson === glance.lesson)
            .map(activity => (
              <OneActivity key={activity.name} activity={activity} />
            ))}
          <Parts
            parts={lessonParts(glance, language).filter(({ kind }) => kind === 'activity' || kind === 'homework')}
          />
          <div>
            <h3>{title}</h3>
            <p lang="en">
              {data.signs
                .filter(({ lesson }) => lesson === glance.lesson)
                .map(({ gloss, slug }) => (
                  <span key={slug} className="gloss activity-sign">
                    {gloss}
                  </span>
                ))}
            </p>
          </div>
        </section>
      ))}
    </Sheet>
  )
}

const OneActivity = ({ activity }: { activity: Activity }) => {
  const language = useLanguage()
  const { kinds } = useTexts('teacher').activities
  const translated = activity.translated?.[language]
  const { name, html } = translated ?? activity
  const lang = translated ? language : 'en'
  return (
    <section>
      <h3>
        <span className="tag">{kinds[activity.kind]}</span> <span lang={lang}>{name}</span>
      </h3>
      <Html html={html} lang={lang} />
    </section>
  )
}

const FurtherPractice = (data: Data) => {
  const texts = useTexts('teacher').activities
  const { practice } = useTexts('deck').lesson
  const { title: sheet } = useServerTexts('vocabulary')
  const { drillTitle } = useTexts('fingerspelling')
  const {
    signs,
    unit: { glances, activities = [] },
  } = data
  const language = useLanguage()
  const spelled = signs.filter(({ gloss }) => gloss.startsWith('fs-')).map(({ gloss }) => gloss.slice('fs-'.length))
  const pairs = signs.flatMap(({ gloss, confusable }) => confusable.map(other => [gloss, other] as const))
  const once = pairs.filter(([a, b], nth) => !pairs.slice(0, nth).some(([x, y]) => x === b && y === a))
  return (
    <Sheet {...data}>
      <div className="practice-lessons">
        {glances.map(glance => (
          <section key={glance.lesson} className="activity-sheet">
            <LessonTitle glance={glance} />
            <Parts parts={lessonParts(glance, language).filter(({ kind }) => kind === 'homework')} />
            {activities
              .filter(({ lesson, kind }) => lesson === glance.lesson && kind === 'homework')
              .map(activity => (
                <OneActivity key={activity.name} activity={activity} />
              ))}
            <p className="lesson-links">
              <PageLink to={hrefs.deck(glance.lesson)}>{practice}</PageLink>
              <PageLink to={hrefs.vocabulary(glance.lesson)}>{sheet}</PageLink>
            </p>
          </section>
        ))}
      </div>
      {spelled.length > 0 && (
        <section>
          <h2>{texts.spell}</h2>
          <p className="lesson-links">
            {spelled.map(word => (
              <PageLink key={word} to={hrefs.fingerspelling(word)} lang="en">
                {word}
              </PageLink>
            ))}
            <PageLink to={paths.fingerspellingDrill}>{drillTitle}</PageLink>
          </p>
        </section>
      )}
      {once.length > 0 && (
        <section>
          <h2>{texts.compare}</h2>
          <p>{texts.compareHow}</p>
          <ul lang="en">
            {once.map(([a, b]) => (
              <li key={`${a} ${b}`}>
                <EntryLink gloss={a} /> · <EntryLink gloss={b} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Sheet>
  )
}

const EntryLink = ({ gloss }: { gloss: string }) => (
  <PageLink className="gloss" to={hrefs.dictionary(paths.dictionary, { sign: slugOfGloss(gloss) })}>
    {gloss}
  </PageLink>
)

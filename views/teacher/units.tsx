import { languages } from '#src/core/rules/language.ts'
import { titleIn, type Unit, type UnitOutline, unitLinks } from '#src/signs/rules/content.ts'
import { toLessonSign } from '#src/signs/rules/lessons.ts'
import type { openTeacherPage } from '#src/signs/teacher-page.ts'
import { Island } from '../island-host.tsx'
import type { Launch } from '../learn-paths.ts'
import { hrefs } from '../paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { ContentTitle } from '../ui/content-title.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { MeaningPicture } from '../ui/pictures/meaning.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import Glances from './glances.island.tsx'

type Content = NonNullable<Awaited<ReturnType<typeof openTeacherPage>>>['content']

/** Content of the tab of the units. `chosen` is null for the map of all units. */
type UnitsProps = Omit<Extract<Content, { tab: 'units' }>, 'tab'> & { allowed: number[]; launch: Launch }

/** The map of all units, or one unit with its downloads and lessons below a row of the others. */
export const Units = ({ allowed, outline, chosen, unit, ...rest }: UnitsProps) => {
  const texts = useTexts('teacher')
  if (chosen === null) return <CourseMap allowed={allowed} outline={outline} launch={rest.launch} />
  return (
    <section className="units">
      <UnitRow allowed={allowed} outline={outline} chosen={chosen} launch={rest.launch} />
      <div className="unit-head">
        {unit && (
          <h3 className="unit-title">
            <span className="soft">{texts.unit(unit.unit)}</span>{' '}
            <ContentTitle title={unit.title} translated={unit.translated} />
          </h3>
        )}
        <a href={hrefs.teacher(rest.launch, { tab: 'units', view: 'map' })}>{texts.courseMap}</a>
      </div>
      {unit ? (
        <ChosenUnit unit={unit} {...rest} />
      ) : (
        <>
          <Shelf />
          <Notice tone="plain">{texts.noUnit(chosen)}</Notice>
        </>
      )}
    </section>
  )
}

type ChosenProps = Pick<UnitsProps, 'signs' | 'launch' | 'lesson'> & { unit: Unit }

const ChosenUnit = ({ unit, signs, launch, lesson }: ChosenProps) => {
  const texts = useTexts('teacher')
  const downloads = useDownloads(unit, launch)
  return (
    <>
      <ul className="downloads">
        {downloads.map(({ name, href, kind, isOwn }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noopener">
              <strong>{name}</strong>
              <span className="soft" lang={isOwn ? undefined : 'en'}>
                {kind}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <Island
        of={Glances}
        props={{
          unit: unit.unit,
          links: downloads.slice(0, 2).map(({ href }) => href),
          glances: unit.glances,
          current: unit.glances.find(g => g.lesson === lesson)?.lesson ?? unit.glances[0]?.lesson ?? '',
          signs: signs.map(toLessonSign),
          launch,
        }}
        eager
      />
      <p className="lesson-links">
        <PageLink to={hrefs.deck(String(unit.unit))} newTab>
          {texts.practiceSigns}
        </PageLink>
      </p>
      <p className="hint">{texts.disclaimer}</p>
    </>
  )
}

/** The four links of a unit: the publisher's, and in place of a missing one a page made from the unit. */
const useDownloads = ({ unit, links }: Unit, launch: Launch) => {
  const { unitLinks: names, ownKinds } = useTexts('teacher')
  const number = String(unit)
  const own = [
    { name: names.first, kind: ownKinds.slides, href: hrefs.projector(launch, { unit: number }) },
    { name: names.second, kind: ownKinds.activities, href: hrefs.activities(launch, number) },
    { name: names.third, kind: ownKinds.vocabulary, href: inLanguage(hrefs.vocabulary(number), useLanguage()) },
    { name: names.fourth, kind: ownKinds.practice, href: hrefs.practice(launch, number) },
  ]
  return own.map((page, nth) => {
    const link = links.find(({ label }) => label === unitLinks[nth])
    return link ? { name: page.name, kind: link.kind, href: link.url, isOwn: false } : { ...page, isOwn: true }
  })
}

type MapProps = Pick<UnitsProps, 'allowed' | 'outline' | 'launch'>

/** A tile for each allowed unit, in a row. One without content is no link. */
const UnitRow = ({ allowed, outline, chosen, launch }: MapProps & { chosen: number }) => {
  const texts = useTexts('teacher')
  return (
    <nav aria-label={texts.tabs.units}>
      <ul className="unit-row scroll-row">
        {allowed.map(number => {
          const found = outline.find(({ unit }) => unit === number)
          return (
            <li key={number} className={number === chosen ? 'current' : undefined}>
              {found ? (
                <a
                  className="unit-tile"
                  href={hrefs.teacher(launch, { tab: 'units', unit: String(number) })}
                  aria-current={number === chosen ? 'true' : undefined}
                >
                  <UnitName of={found} />
                </a>
              ) : (
                <span className="unit-tile" aria-disabled="true">
                  {texts.unit(number)}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Drawing, number and title of a unit; `both` adds the title in the other languages. */
const UnitName = ({ of, both = false }: { of: UnitOutline; both?: boolean }) => {
  const { unit, title, translated, picture } = of
  const own = useLanguage()
  const others = languages.map(language => titleIn(language, title, translated))
  return (
    <>
      {picture && <MeaningPicture picture={picture} isInPage />}
      <span className="unit-name">
        <span className="soft">{useTexts('teacher').unit(unit)}</span>{' '}
        <ContentTitle title={title} translated={translated} />
        {both &&
          others
            .filter(({ text, language }) => language !== own && text !== titleIn(own, title, translated).text)
            .map(({ text, language }) => (
              <span key={language} className="soft" lang={language}>
                {text}
              </span>
            ))}
      </span>
    </>
  )
}

/** All units of the course with their lessons. */
const CourseMap = ({ allowed, outline, launch }: MapProps) => {
  const texts = useTexts('teacher')
  const withoutContent = allowed.filter(number => !outline.some(({ unit }) => unit === number))
  return (
    <ol className="course-map">
      {outline.map(of => (
        <li key={of.unit}>
          <h3>
            <a href={hrefs.teacher(launch, { tab: 'units', unit: String(of.unit) })}>
              <UnitName of={of} both />
            </a>
          </h3>
          <ol>
            {of.lessons.map(({ lesson, name, translated }) => (
              <li key={lesson}>
                <a href={hrefs.teacher(launch, { tab: 'units', unit: String(of.unit), lesson })}>
                  <span className="lesson-number">{lesson}</span> <ContentTitle title={name} translated={translated} />
                </a>
              </li>
            ))}
          </ol>
        </li>
      ))}
      {withoutContent.map(number => (
        <li key={number}>{texts.noUnit(number)}</li>
      ))}
    </ol>
  )
}

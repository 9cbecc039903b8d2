import { type Unit, type UnitOutline, unitLinks } from '#src/signs/rules/content.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { toLessonSign } from '#src/signs/rules/lessons.ts'
import { Island } from '../island-host.tsx'
import { hrefs, type Launch } from '../paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { Notice } from '../ui/notice.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import Glances from './glances.island.tsx'

interface UnitsProps {
  allowed: number[]
  outline: UnitOutline[]
  chosen: number
  unit: Unit | null
  signs: Sign[]
  launch: Launch
  lesson: string | undefined
  isMap: boolean
}

/** Unit picker, and the chosen unit with its downloads and lessons, or the map of all units. Content is in English. */
export const Units = ({ allowed, outline, chosen, isMap, unit, ...rest }: UnitsProps) => {
  const texts = useTexts('teacher')
  return (
    <section className="units">
      <UnitPicker allowed={allowed} outline={outline} chosen={isMap ? null : chosen} launch={rest.launch} />
      {isMap ? (
        <CourseMap outline={outline} launch={rest.launch} />
      ) : unit ? (
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
  const language = useLanguage()
  const downloads = useDownloads(unit, launch)
  return (
    <>
      <h3 className="unit-title">
        <span className="soft">{texts.unit(unit.unit)}</span> <span lang="en">{unit.title}</span>
      </h3>
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
      <p className="lesson-links">
        <a href={inLanguage(hrefs.deck(String(unit.unit)), language)} target="_blank" rel="noopener">
          {texts.practiceSigns}
        </a>
      </p>
      <p className="hint">{texts.disclaimer}</p>
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

interface PickerProps {
  allowed: number[]
  outline: UnitOutline[]
  /** Null on the course map. */
  chosen: number | null
  launch: Launch
}

/** A pill for each allowed unit, with its title. One without content is no link. */
const UnitPicker = ({ allowed, outline, chosen, launch }: PickerProps) => {
  const texts = useTexts('teacher')
  return (
    <nav aria-label={texts.tabs.units}>
      <ul className="pills unit-pills scroll-row">
        {allowed.map(number => {
          const found = outline.find(({ unit }) => unit === number)
          return (
            <li key={number} className={number === chosen ? 'current' : undefined}>
              {found ? (
                <a
                  className="pill"
                  href={hrefs.teacher(launch, { tab: 'units', unit: String(number) })}
                  aria-current={number === chosen ? 'true' : undefined}
                >
                  <span>{texts.unit(number)}</span> <span lang="en">{found.title}</span>
                </a>
              ) : (
                <span className="pill pill-none" aria-disabled="true">
                  {texts.unit(number)}
                </span>
              )}
            </li>
          )
        })}
        <li className={chosen === null ? 'current' : undefined}>
          <a
            className="pill"
            href={hrefs.teacher(launch, { tab: 'units', view: 'map' })}
            aria-current={chosen === null ? 'true' : undefined}
          >
            {texts.courseMap}
          </a>
        </li>
      </ul>
    </nav>
  )
}

/** All units of the course with their lessons. */
const CourseMap = ({ outline, launch }: { outline: UnitOutline[]; launch: Launch }) => {
  const texts = useTexts('teacher')
  return (
    <ol className="course-map">
      {outline.map(({ unit, title, lessons }) => (
        <li key={unit}>
          <h3>
            <span className="soft">{texts.unit(unit)}</span> <span lang="en">{title}</span>
          </h3>
          <ol>
            {lessons.map(({ lesson, name }) => (
              <li key={lesson}>
                <a href={hrefs.teacher(launch, { tab: 'units', unit: String(unit), lesson })}>
                  <span className="lesson-number">{lesson}</span> <span lang="en">{name}</span>
                </a>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

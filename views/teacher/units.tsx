import { isSampleAddress, type Unit, type UnitOutline } from '#src/signs/rules/content.ts'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { toLessonSign } from '#src/signs/rules/lesson-signs.ts'
import { Island } from '../island-host.tsx'
import { hrefs } from '../paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { Notice } from '../ui/notice.tsx'
import { Shelf } from '../ui/pictures/shelf.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { CourseMap } from './course-map.tsx'
import Glances from './glances.island.tsx'
import type { Launch } from './launch.ts'
import { UnitPicker } from './unit-picker.tsx'

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
  const { first, second, third, fourth } = texts.unitLinks
  const linkNames = [first, second, third, fourth]
  const language = useLanguage()
  return (
    <>
      <h3 className="unit-title">
        <span className="soft">{texts.unit(unit.unit)}</span> <span lang="en">{unit.title}</span>
      </h3>
      <ul className="downloads">
        {unit.links.map((link, nth) => (
          <li key={link.label}>
            {isSampleAddress(link.url) ? (
              <div>
                <strong>{linkNames[nth]}</strong>
                <span className="soft" lang="en">
                  {link.kind}
                </span>
                <span className="tag">{texts.sample}</span>
              </div>
            ) : (
              <a href={link.url} target="_blank" rel="noopener">
                <strong>{linkNames[nth]}</strong>
                <span className="soft" lang="en">
                  {link.kind}
                </span>
              </a>
            )}
          </li>
        ))}
      </ul>
      <p className="lesson-links">
        <a href={inLanguage(hrefs.vocabulary(String(unit.unit)), language)} target="_blank" rel="noopener">
          {texts.printSigns}
        </a>
        <a href={inLanguage(hrefs.deck(String(unit.unit)), language)} target="_blank" rel="noopener">
          {texts.practiceSigns}
        </a>
      </p>
      <p className="hint">{texts.disclaimer}</p>
      <Island
        of={Glances}
        props={{
          unit: unit.unit,
          links: unit.links.slice(0, 2).map(({ url }) => (isSampleAddress(url) ? null : url)),
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

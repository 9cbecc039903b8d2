import type { Unit } from '#src/signs/rules/content.ts'
import type { LessonSign } from '#src/signs/rules/lesson-signs.ts'
import { Island } from '../island-host.tsx'
import { hrefs } from '../paths.ts'
import { inLanguage } from '../pay-paths.ts'
import { Notice } from '../ui/notice.tsx'
import { useLanguage, useTexts } from '../ui/texts.ts'
import Glances from './glances.island.tsx'
import type { Launch } from './launch.ts'

interface UnitsProps {
  allowed: number[]
  present: number[]
  chosen: number
  unit: Unit | null
  signs: LessonSign[]
  launch: Launch
  lesson: string | undefined
}

/** Unit picker, and the chosen unit with its downloads and lessons. Content is in English. */
export const Units = ({ allowed, present, chosen, unit, signs, launch, lesson }: UnitsProps) => {
  const texts = useTexts('teacher')
  const { first, second, third, fourth } = texts.unitLinks
  const linkNames = [first, second, third, fourth]
  const language = useLanguage()
  return (
    <section className="units">
      <nav aria-label={texts.tabs.units}>
        <ul className="pills">
          {allowed.map(number => (
            <li key={number}>
              {present.includes(number) ? (
                <a
                  className="pill"
                  href={hrefs.teacher(launch, { tab: 'units', unit: String(number) })}
                  aria-current={number === chosen ? 'true' : undefined}
                >
                  {texts.unit(number)}
                </a>
              ) : (
                <span className="pill pill-none" aria-disabled="true">
                  {texts.unit(number)}
                </span>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {unit ? (
        <>
          <h3 className="unit-title">
            <span className="soft">{texts.unit(unit.unit)}</span> <span lang="en">{unit.title}</span>
          </h3>
          <ul className="downloads">
            {unit.links.map((link, nth) => (
              <li key={link.label}>
                <a href={link.url} target="_blank" rel="noopener">
                  <strong>{linkNames[nth]}</strong>
                  <span className="soft" lang="en">
                    {link.kind}
                  </span>
                </a>
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
              glances: unit.glances,
              current: unit.glances.find(g => g.lesson === lesson)?.lesson ?? unit.glances[0]?.lesson ?? '',
              signs,
              launch,
              address: hrefs.teacher(launch, { tab: 'units', unit: String(unit.unit) }),
            }}
          />
        </>
      ) : (
        <Notice tone="plain">{texts.noUnit(chosen)}</Notice>
      )}
    </section>
  )
}

import type { Unit } from '#src/signs/rules/content.ts'
import type { LessonSign } from '#src/signs/rules/lesson-signs.ts'
import { teacherMessages } from '#src/signs/rules/teacher.ts'
import { Island } from '../island-host.tsx'
import { hrefs } from '../paths.ts'
import { Notice } from '../ui/notice.tsx'
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

/** Unit picker, and the chosen unit with its downloads and lessons. */
export const Units = ({ allowed, present, chosen, unit, signs, launch, lesson }: UnitsProps) => (
  <section className="units">
    <nav aria-label="Units">
      <ul className="pills">
        {allowed.map(number => (
          <li key={number}>
            {present.includes(number) ? (
              <a
                className="pill"
                href={hrefs.teacher(launch, { tab: 'units', unit: String(number) })}
                aria-current={number === chosen ? 'true' : undefined}
              >
                Unit {number}
              </a>
            ) : (
              <span className="pill pill-none" aria-disabled="true">
                Unit {number}
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
    {unit ? (
      <>
        <h3 className="unit-title">
          <span className="soft">{unit.name}</span> {unit.title}
        </h3>
        <ul className="downloads">
          {unit.links.map(link => (
            <li key={link.label}>
              <a href={link.url} target="_blank" rel="noopener">
                <strong>{link.label}</strong>
                <span className="soft">{link.kind}</span>
              </a>
            </li>
          ))}
        </ul>
        <p className="lesson-links">
          <a href={hrefs.vocabulary(String(unit.unit))} target="_blank" rel="noopener">
            Print the signs of this unit
          </a>
          <a href={hrefs.deck(String(unit.unit))} target="_blank" rel="noopener">
            Practice the signs of this unit
          </a>
        </p>
        <p className="hint">{teacherMessages.disclaimer}</p>
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
      <Notice tone="plain">{teacherMessages.noUnit(chosen)}</Notice>
    )}
  </section>
)

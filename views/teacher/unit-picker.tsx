import type { UnitOutline } from '#src/signs/rules/content.ts'
import { hrefs } from '../paths.ts'
import { useTexts } from '../ui/texts.ts'
import type { Launch } from './launch.ts'

interface PickerProps {
  allowed: number[]
  outline: UnitOutline[]
  /** Null on the course map. */
  chosen: number | null
  launch: Launch
}

/** A pill for each allowed unit, with its title. One without content is no link. */
export const UnitPicker = ({ allowed, outline, chosen, launch }: PickerProps) => {
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

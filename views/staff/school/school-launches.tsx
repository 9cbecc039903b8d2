import { isKeyOf } from '#src/core/rules/guards.ts'
import { schoolText } from '#src/core/rules/school-ref.ts'
import { outcomeText } from '#src/lti/rules/launch-list.ts'
import { refusals } from '#src/lti/rules/launch-refusal.ts'
import { LAUNCH_DAYS } from '#src/reports/rules/school-overview.ts'
import { versionName } from '#src/schools/rules/school-facts.ts'
import { hrefs } from '../../paths.ts'
import { BarFigure } from '../figures/bar-figure.tsx'
import type { SchoolPage } from './screen.tsx'

/** Launches of the last days: opened or refused, and why. */
export const SchoolLaunches = ({ data: { school, overview, rights } }: { data: SchoolPage }) => {
  const sum = (some: typeof overview.launches) => some.reduce((all, { count }) => all + count, 0)
  const refused = overview.launches.filter(l => isKeyOf(refusals, l.outcome))
  const all = sum(overview.launches)
  const [most] = refused
  const point = [
    all === 0
      ? `No launches in the last ${LAUNCH_DAYS} days.`
      : `${all.toLocaleString('en-US')} ${all === 1 ? 'launch' : 'launches'} in the last ${LAUNCH_DAYS} days.`,
    most && `${sum(refused)} refused, most often with “${outcomeText({ ...most, binding: null })}”.`,
  ]
  return (
    <BarFigure
      title="Launches"
      point={point.filter(Boolean).join(' ')}
      parts={[
        { name: 'Opened', value: all - sum(refused) },
        { name: 'Refused', value: sum(refused) },
      ]}
      rows={overview.launches.map(l => ({ name: outcomeText({ ...l, binding: null }), value: l.count }))}
      rowsAre="Result"
      links={
        rights.everywhere
          ? school.versions.map(v => ({
              href: hrefs.launches({ school: schoolText(v) }),
              label:
                school.versions.length > 1
                  ? `Launches by ${versionName(v, school.versions)}`
                  : 'Launches of this school',
            }))
          : []
      }
    />
  )
}

import { NAME_MAX, type rosterFilter, type StepCount } from '#src/lti/rules/roster-view.ts'
import { hrefs, paths } from '../paths.ts'
import type { Launch } from '../teacher/launch.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useServerTexts } from '../ui/texts.ts'

interface FiltersProps {
  counts: StepCount[]
  filter: ReturnType<typeof rosterFilter>
  launch: Launch
}

/** A bar of all students by step, a link for each step, and a search by name. */
export const RosterFilters = ({ counts, filter, launch }: FiltersProps) => {
  const texts = useServerTexts('roster')
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const name = filter.name || undefined
  return (
    <>
      <svg className="roster-bar" aria-hidden="true">
        {sharesOf(counts).map(({ step, x, width }) => (
          <rect key={step} className={`roster-part-${step}`} x={`${x}%`} width={`${width}%`} height="100%" />
        ))}
      </svg>
      <nav aria-label={texts.byStep}>
        <ul className="pills">
          {[{ step: null, count: all }, ...counts].map(({ step, count }) => (
            <li key={step}>
              <a
                className="pill"
                href={hrefs.ltiRoster(launch, { step: step ?? undefined, name })}
                aria-current={step === filter.step ? 'true' : undefined}
              >
                {step && (
                  <svg className="roster-key" aria-hidden="true">
                    <rect className={`roster-part-${step}`} width="100%" height="100%" rx="4" />
                  </svg>
                )}
                {step ? texts.steps[step] : texts.all} <span className="roster-count">{count}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form method="get" action={paths.ltiRoster} className="roster-find">
        <input type="hidden" name="state" value={launch.state} />
        <input type="hidden" name="token" value={launch.token} />
        {filter.step && <input type="hidden" name="step" value={filter.step} />}
        <Field
          label={texts.findName}
          name="name"
          type="search"
          defaultValue={filter.name}
          maxLength={NAME_MAX}
          autoComplete="off"
        />
        <Button look="quiet">{texts.find}</Button>
      </form>
    </>
  )
}

/** Where the part of each step begins, and how wide it is, in percent. */
const sharesOf = (counts: StepCount[]) => {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  let before = 0
  return counts.map(({ step, count }) => {
    const x = (before / all) * 100
    before += count
    return { step, x, width: (count / all) * 100 }
  })
}

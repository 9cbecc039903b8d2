import { Fragment } from 'react'
import type { ReadinessLine, ReadinessStep } from '#src/desk/rules/course-reports.ts'
import { paths } from '../paths.ts'
import { Panel } from '../ui/office-page.tsx'
import { useRights } from './staff-screen.ts'

/** Pages for the steps that staff do elsewhere. The others are done on the course's own page, or by the school. */
const FIXES: Partial<Record<ReadinessStep, { label: string; href: string }>> = {
  content: { label: 'Course Content', href: paths.courseContent },
  codes: { label: 'Make codes', href: paths.codes },
  grades: { label: 'Find its school', href: paths.manageConsumer },
}

/** The panel of settings on the course's own page. */
const SETTINGS = { label: 'Products and dates', href: '#settings' }

const STATES = { done: 'Done', missing: 'To do', later: 'Later' } as const

interface StepGroup<Step extends string> {
  /** Heading; null if there is one group. */
  name: string | null
  lines: ReadinessLine<Step>[]
  /** Links to the pages for the steps that are left. Empty for roles that cannot open these pages. */
  fixes: Partial<Record<Step, { label: string; href: string }>>
}

/** Panel with the steps that are done, the steps that are left, and links to do them. */
export const Steps = <Step extends string>({ ready, groups }: { ready: string; groups: StepGroup<Step>[] }) => {
  const left = groups.flatMap(g => g.lines).filter(l => l.state === 'missing').length
  return (
    <Panel title={left === 0 ? ready : left === 1 ? '1 step left' : `${left} steps left`}>
      {groups.map(group => (
        <Fragment key={group.name}>
          {group.name && <h3>{group.name}</h3>}
          <StepList {...group} />
        </Fragment>
      ))}
    </Panel>
  )
}

const StepList = <Step extends string>({ lines, fixes }: StepGroup<Step>) => (
  <ul className="readiness">
    {lines.map(({ step, state, text, paste }) => {
      const fix = state === 'missing' ? fixes[step] : undefined
      return (
        <li key={step} className={`readiness-${state}`}>
          <span className="readiness-state">{STATES[state]}</span>
          <span>
            {text} {fix && <a href={fix.href}>{fix.label}</a>}
            {paste && <pre className="detail">{paste}</pre>}
          </span>
        </li>
      )
    })}
  </ul>
)

/** The steps that make a course ready for students. */
export const Readiness = ({ lines }: { lines: ReadinessLine[] }) => {
  const { change, everywhere } = useRights()
  const fixes = { ...(everywhere && FIXES), ...(change && { product: SETTINGS, dates: SETTINGS }) }
  return <Steps ready="Ready for students" groups={[{ name: null, lines, fixes }]} />
}

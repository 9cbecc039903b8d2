import type { ReadinessLine, ReadinessStep } from '#src/reports/rules/course-readiness.ts'
import { paths } from '../paths.ts'
import { Panel } from '../ui/office-page.tsx'
import type { Rights } from './staff-screen.ts'

/** Pages for the steps that staff do elsewhere. The others are done on the course's own page, or by the school. */
const MENDS: Partial<Record<ReadinessStep, { label: string; href: string }>> = {
  content: { label: 'Course Content', href: paths.courseContent },
  codes: { label: 'Make codes', href: paths.codes },
  grades: { label: 'Find its school', href: paths.manageConsumer },
}

const STATES = { done: 'Done', todo: 'To do', later: 'Later' } as const

interface StepsProps<Step extends string> {
  ready: string
  lines: { step: Step; state: keyof typeof STATES; text: string }[]
  /** Where to do what is left. Empty for roles that cannot open these pages. */
  mends: Partial<Record<Step, { label: string; href: string }>>
}

/** What is done, what is left, and where to do it. */
export const Steps = <Step extends string>({ ready, lines, mends }: StepsProps<Step>) => {
  const left = lines.filter(l => l.state === 'todo').length
  return (
    <Panel title={left === 0 ? ready : left === 1 ? '1 step left' : `${left} steps left`}>
      <ul className="readiness">
        {lines.map(({ step, state, text }) => {
          const mend = state === 'todo' ? mends[step] : undefined
          return (
            <li key={step} className={`readiness-${state}`}>
              <span className="readiness-state">{STATES[state]}</span>
              <span>
                {text} {mend && <a href={mend.href}>{mend.label}</a>}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

/** Panel with the steps that make a course ready for students: those done, those left, and links to do them. */
export const Readiness = ({ lines, rights }: { lines: ReadinessLine[]; rights: Rights }) => (
  <Steps ready="Ready for students" lines={lines} mends={rights.everywhere ? MENDS : {}} />
)

import type { StepsPreview } from '#src/desk/confirmed-steps.ts'
import type { ListStep } from '#src/desk/rules/lists.ts'
import type { Question } from '../answer.ts'
import { hrefs } from '../paths.ts'
import { DataTable, linkTo } from '../ui/facts.tsx'
import { Panel } from '../ui/office-page.tsx'

interface Props {
  steps: ListStep[]
  title: string
  /** The rows were pasted: each begins with its text. */
  isPasted?: boolean
}

/** The effect of an action on each of many rows, the refused ones first. */
export const Steps = ({ steps, title, isPasted = false }: Props) => (
  <Panel title={title}>
    <DataTable
      caption={title}
      head={[...(isPasted ? ['Entry', 'Person and course'] : ['Row']), 'Result']}
      empty="Nothing."
      rows={[...steps.filter(s => s.isRefused), ...steps.filter(s => !s.isRefused)].map(step => ({
        key: `${step.entry} ${step.token}`,
        cells: [
          ...(isPasted ? [step.entry] : []),
          step.token ? linkTo(hrefs.token(step.token), step.who) : step.who,
          <span key="r">
            {step.isRefused && <span className="tag tag-problem">refused</span>} {step.says}
          </span>,
        ],
      }))}
    />
  </Panel>
)

/** Asks whether to do what a preview says. Its steps are shown below. */
export const stepsQuestion = (label: string, preview: StepsPreview, isDangerous: boolean): Question => {
  const { steps, effectsKey } = preview
  const able = steps.filter(step => !step.isRefused).length
  return {
    title: `${label}: ${able} of ${steps.length}`,
    says: [],
    details: steps,
    effectsKey,
    button: able > 0 ? `${label} (${able})` : null,
    isDangerous,
    needsReason: able > 0,
  }
}

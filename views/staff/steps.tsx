import type { ListStep } from '#src/desk/rules/lists.ts'
import { hrefs } from '../paths.ts'
import { DataTable } from '../ui/facts.tsx'
import { Panel } from '../ui/office-page.tsx'

/** The effect of an action on each of many rows, the refused ones first. `entry` heads what was pasted; '' leaves it out. */
export const Steps = ({ steps, title, entry = '' }: { steps: ListStep[]; title: string; entry?: string }) => (
  <Panel title={title}>
    <DataTable
      caption={title}
      head={[...(entry ? [entry] : []), entry ? 'Person and course' : 'Row', 'Result']}
      empty="Nothing."
      rows={[...steps.filter(s => s.isRefused), ...steps.filter(s => !s.isRefused)].map(step => ({
        key: `${step.entry} ${step.token}`,
        cells: [
          ...(entry ? [step.entry] : []),
          step.token ? (
            <a key="w" href={hrefs.token(step.token)}>
              {step.who}
            </a>
          ) : (
            step.who
          ),
          <span key="r">
            {step.isRefused && <span className="tag tag-problem">refused</span>} {step.says}
          </span>,
        ],
      }))}
    />
  </Panel>
)

import type { ListStep } from '#src/staff/rules/paste-list.ts'
import { hrefs } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'

/** Table with the effect on each entry of a list, the refused ones first. */
export const Steps = ({ steps, title }: { steps: ListStep[]; title: string }) => (
  <Panel title={title}>
    <DataTable
      caption={title}
      head={['Entry', 'Person and course', 'Result']}
      empty="Nothing."
      rows={[...steps.filter(s => s.isRefused), ...steps.filter(s => !s.isRefused)].map(step => ({
        key: `${step.entry} ${step.token}`,
        cells: [
          step.entry,
          step.token ? (
            <a key="w" href={hrefs.token(step.token)}>
              {step.who}
            </a>
          ) : (
            ''
          ),
          <span key="r">
            {step.isRefused && <span className="tag tag-problem">refused</span>} {step.says}
          </span>,
        ],
      }))}
    />
  </Panel>
)

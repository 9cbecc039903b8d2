import type { HiddenSign } from '#src/signs/rules/added-signs.ts'
import { hrefs } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { ChangeTag } from '../sign/change-tag.tsx'

/** Entries that the dictionary does not show. */
export const HiddenSigns = ({ signs }: { signs: HiddenSign[] }) => (
  <Panel title="Not in the dictionary">
    <DataTable
      caption="Entries that the dictionary does not show"
      head={['Sign', 'Lesson', 'State']}
      empty=""
      rows={signs.map(({ slug, gloss, lesson, withdraws, state }) => ({
        key: slug,
        cells: [
          <a key="s" className="gloss" href={hrefs.sign(slug)}>
            {gloss}
          </a>,
          lesson,
          withdraws ? (
            <span key="t" className="tag">
              Withdrawn
            </span>
          ) : (
            <ChangeTag key="t" state={state} />
          ),
        ],
      }))}
    />
  </Panel>
)

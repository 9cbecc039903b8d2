import type { Draft } from '#src/signs/import-signs.ts'
import { hrefs, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { FieldChanges } from '../sign/field-changes.tsx'

/** More rows would make the page slow. */
const MAX_ROWS = 300

/** Changes read from a file and not yet sent for review. */
export const Drafts = ({ drafts }: { drafts: Draft[] }) => (
  <Panel title={`Not sent yet (${drafts.length})`}>
    <form method="post" action={paths.importSigns} className="buttons">
      <input type="hidden" name="last" value={Math.max(...drafts.map(draft => draft.change.id))} />
      <Button name="intent" value="send">
        {`Send ${drafts.length} for review`}
      </Button>
      <Button look="quiet" name="intent" value="discard">
        Discard the file
      </Button>
    </form>
    <DataTable
      caption="Changes in the file"
      head={['Sign', 'Changes']}
      empty=""
      rows={drafts.slice(0, MAX_ROWS).map(({ change, gloss, now }) => ({
        key: change.id,
        cells: [
          <a key="s" className="gloss" href={hrefs.sign(change.sign)}>
            {gloss}
          </a>,
          <FieldChanges key="c" now={now} fields={change.fields} />,
        ],
      }))}
    />
    {drafts.length > MAX_ROWS && <p className="soft">{drafts.length - MAX_ROWS} more are sent too.</p>}
  </Panel>
)

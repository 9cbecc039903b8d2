import { columnOf, entryFieldNames } from '#src/signs/rules/entry-fields.ts'
import { hrefs, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Feedback } from '../../ui/feedback.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'
import { Drafts } from './drafts.tsx'
import { SignFailures } from './failures.tsx'
import { discard, type ImportSignsPage, readFile, send, showImport } from './load.ts'

/** Reads changes of many entries from a CSV file, shows them, and sends them for review. */
export const importSignsScreen = staffScreen<ImportSignsPage>({
  path: paths.importSigns,
  right: 'clips',
  takesFile: 'clips',
  load: context => showImport(context),
  submit: { default: readFile, send, discard },
  View: ({ data: { drafts, failed, problem, feedback } }) => (
    <OfficePage title="Import signs" lead="Change many entries by a CSV file. You see what changes first.">
      <Feedback feedback={feedback} />
      {drafts.length > 0 && <Drafts drafts={drafts} />}
      {failed.length > 0 && <SignFailures failed={failed} />}
      <Panel title={drafts.length > 0 ? 'Choose another file' : 'Choose a file'} form>
        <form method="post" action={paths.importSigns} encType="multipart/form-data" className="form">
          <div className="field">
            <label htmlFor="csvfile">CSV file</label>
            <input id="csvfile" className="input" type="file" name="csvfile" accept=".csv,text/csv" />
          </div>
          {problem && <Notice tone="problem">{problem}</Notice>}
          <Button look={drafts.length > 0 ? 'quiet' : 'primary'}>Show what changes</Button>
        </form>
      </Panel>
      <Panel title="File format" form>
        <p>
          Save the <a href={hrefs.signs({ as: 'csv' })}>list of entries</a> as CSV, change it, and choose it here. Keep
          the first line. You can leave out rows, and columns but gloss.
        </p>
        <p>An empty cell empties the field. Separate values with semicolons.</p>
        <p className="soft">Columns: gloss, {entryFieldNames.map(columnOf).join(', ')}.</p>
      </Panel>
    </OfficePage>
  ),
})

import { rowId } from '#src/core/rules/rows.ts'
import { signChangeStatus } from '#src/signs/contract.ts'
import { columnOf, entryFieldNames } from '#src/signs/rules/entry-fields.ts'
import { importedText, type SignRowFailure, signFailuresCsv, signImportRefusals } from '#src/signs/rules/sign-import.ts'
import { type Draft, discardSignDrafts, importSigns, sendSignDrafts, viewDrafts } from '#src/signs/sign-import.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel, usePosted, useShownOnce } from '../../ui/office-page.tsx'
import { FailedRows } from '../failed-rows.tsx'
import { FieldChanges } from '../sign/changes.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'

/** Loads the changes that were read and not sent yet. */
const load = async ({ app, staff }: StaffContext) => page(await viewDrafts(app, staff), { title: 'Import signs' })

const readFile = async ({ app, staff }: StaffContext, { file }: Form) => {
  const read = await importSigns(app, file, staff)
  if (!read.ok) {
    const { message } = signImportRefusals[read.reason]
    return refused(read.reason, { message, field: 'csvfile' }, signChangeStatus[read.reason])
  }
  const { rows, changed, failed } = read
  const [bad, same] = [failed.length, rows - failed.length - changed]
  const says = [
    `Rows: ${rows}.`,
    changed > 0 && importedText(changed),
    bad > 0 && `Refused: ${bad}, listed below.`,
    same === rows && 'No row differs from the dictionary.',
  ]
  const tone = bad > 0 ? 'problem' : 'good'
  return done(paths.importSigns, says.filter(Boolean).join(' '), { shows: { failed }, tone })
}

const send = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const sent = await sendSignDrafts(app, rowId(fields.last) ?? 0, staff)
  return done(paths.importSigns, `Sent for review: ${sent}.`)
}

const discard = async ({ app, staff }: StaffContext) => {
  await discardSignDrafts(app, staff)
  return done(paths.importSigns, 'The file was discarded. Nothing changed.')
}

/** Reads changes of many entries from a CSV file, shows them, and sends them for review. */
export const importSignsScreen = staffScreen<Draft[]>({
  path: paths.importSigns,
  right: 'clips',
  takesFile: 'clips',
  load,
  submit: { default: readFile, send, discard },
  fields: ['csvfile'],
  View: ({ data: drafts }) => {
    const { problems } = usePosted('default')
    const { failed = [] } = useShownOnce<{ failed: SignRowFailure[] }>()
    return (
      <OfficePage title="Import signs" lead="Change many entries by a CSV file. You see what changes first.">
        {drafts.length > 0 && <Drafts drafts={drafts} />}
        {failed.length > 0 && <SignFailures failed={failed} />}
        <Panel title={drafts.length > 0 ? 'Choose another file' : 'Choose a file'} form>
          <form method="post" action={paths.importSigns} encType="multipart/form-data" className="form">
            <div className="field">
              <label htmlFor="csvfile">CSV file</label>
              <input id="csvfile" className="input" type="file" name="csvfile" accept=".csv,text/csv" />
            </div>
            {problems.csvfile && <Notice tone="problem">{problems.csvfile}</Notice>}
            <Button look={drafts.length > 0 ? 'quiet' : 'primary'}>Show what changes</Button>
          </form>
        </Panel>
        <Panel title="File format" form>
          <p>
            Save the <a href={hrefs.signs({ as: 'csv' })}>list of entries</a> as CSV, change it, and choose it here.
            Keep the first line. You can leave out rows, and columns but gloss.
          </p>
          <p>An empty cell empties the field. Separate values with semicolons.</p>
          <p className="soft">Columns: gloss, {entryFieldNames.map(columnOf).join(', ')}.</p>
        </Panel>
      </OfficePage>
    )
  },
})

/** Rows that were not read, each with its line in the file and the reasons. */
const SignFailures = ({ failed }: { failed: SignRowFailure[] }) => (
  <FailedRows
    title="Not read"
    caption="Rows not read"
    head={['Line', 'Gloss', 'Reason']}
    failed={failed}
    cells={row => [row.line, row.gloss, row.faults.join('; ')]}
    csv={signFailuresCsv(failed)}
    fileName="not-read.csv"
  />
)

/** More rows would make the page slow. */
const MAX_ROWS = 300

/** Changes read from a file and not yet sent for review. */
const Drafts = ({ drafts }: { drafts: Draft[] }) => (
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

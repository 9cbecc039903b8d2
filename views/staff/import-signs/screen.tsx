import { rowId } from '#src/core/rules/rows.ts'
import { may } from '#src/core/rules/staff.ts'
import { signChangeStatus } from '#src/signs/contract.ts'
import { shownFields } from '#src/signs/rules/added-signs.ts'
import { columnOf, entryFieldNames } from '#src/signs/rules/entry-fields.ts'
import type { SignFileKey } from '#src/signs/rules/sign-changes.ts'
import { fileText, type SignRowFailure, signImportRefusals } from '#src/signs/rules/sign-import.ts'
import {
  approveSignFile,
  discardSignDrafts,
  discardSignFile,
  importSigns,
  listSignFiles,
  type SignFile,
  sendSignDrafts,
} from '#src/signs/sign-import.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { OfficePage, Panel, useDates, usePosted, useShownOnce, useStaff } from '../../ui/office-page.tsx'
import { FailedRows, SpreadsheetField } from '../import-parts.tsx'
import { FieldChanges } from '../sign/changes.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'

const load = async ({ app, staff }: StaffContext) => page(await listSignFiles(app, staff), { title: 'Import signs' })

const readFile = async ({ app, staff }: StaffContext, { file }: Form) => {
  const read = await importSigns(app, file, staff)
  if (!read.ok) {
    const { columns = [], reason } = read
    const message = [signImportRefusals[reason].message, ...columns].join(' ')
    return refused(reason, { message, field: 'csvfile' }, signChangeStatus[reason])
  }
  const { rows, added, changed, failed } = read
  const bad = failed.length
  const says = [
    `Rows: ${rows.toLocaleString('en')}.`,
    added + changed > 0 && `${fileText(read)}. Look at the file, then send it for review.`,
    bad > 0 && `Refused: ${bad.toLocaleString('en')}, listed below.`,
    bad + added + changed === 0 && 'No row differs from the dictionary.',
  ]
  const tone = bad > 0 || rows === 0 ? 'problem' : 'good'
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

const keyIn = ({ fields }: Form): SignFileKey => ({
  staffId: rowId(fields.staff) ?? 0,
  at: new Date(rowId(fields.at) ?? 0),
})

const approve = async ({ app, staff }: StaffContext, form: Form) => {
  const { approved, left } = await approveSignFile(app, keyIn(form), staff)
  if (left === 0) return done(paths.importSigns, `Approved: ${approved.toLocaleString('en')}. The dictionary follows.`)
  const text = `Approved: ${approved}. ${left} do not fit the dictionary any more. Look at them again.`
  return done(paths.importSigns, text, { tone: 'problem' })
}

const discardSent = async ({ app, staff }: StaffContext, form: Form) => {
  const discarded = await discardSignFile(app, keyIn(form), staff)
  return done(paths.importSigns, `Discarded: ${discarded.toLocaleString('en')}. The dictionary stays as it is.`)
}

/** Reads new entries and changes from a CSV file, shows them, sends them for review, and approves a file in one step. */
export const importSignsScreen = staffScreen({
  path: paths.importSigns,
  right: 'clips',
  takesFile: 'clips',
  load,
  submit: { default: readFile, send, discard, approve, 'discard-sent': discardSent },
  fields: ['csvfile'],
  View: ({ data: files }) => {
    const { problems } = usePosted('default')
    const { failed = [] } = useShownOnce<{ failed: SignRowFailure[] }>()
    return (
      <OfficePage title="Import signs" lead="Add and change many entries by a CSV file. You see what it does first.">
        {failed.length > 0 && (
          <FailedRows
            title="Not read"
            caption="Rows not read"
            head={['Line', 'Gloss', 'Reason']}
            rows={failed.map(row => [row.line, row.gloss, row.faults.join('; ')])}
            fileName="not-read.csv"
          />
        )}
        {files.map(file => (
          <FilePanel key={file.key.at.getTime()} file={file} />
        ))}
        <Panel title={files.length > 0 ? 'Choose another file' : 'Choose a file'} form>
          <form method="post" action={paths.importSigns} encType="multipart/form-data" className="form">
            <SpreadsheetField problem={problems.csvfile} />
            <Button look={files.length > 0 ? 'quiet' : 'primary'}>Show what the file does</Button>
          </form>
        </Panel>
        <Panel title="File format" form>
          <p>
            To change entries, save the <a href={hrefs.signs({ as: 'csv' })}>list of entries</a> as CSV, and change it.
            Keep the first line. You can leave out rows, and columns but gloss.
          </p>
          <p>To add an entry, write a row with a new gloss, its lesson, english, part_of_speech and usage.</p>
          <p>
            An empty cell changes nothing. A cell with <code>-</code> empties the field. Separate values with
            semicolons.
          </p>
          <p className="soft">Columns: gloss, lesson, {entryFieldNames.map(columnOf).join(', ')}.</p>
        </Panel>
      </OfficePage>
    )
  },
})

/** The table of a longer file is closed. */
const MOST_OPEN = 50

/** A file with what it does, and the next step: to send it for review, or to approve it. */
const FilePanel = ({ file }: { file: SignFile }) => {
  const { time } = useDates()
  const reviews = may(useStaff(), 'review')
  const { key, isSent, name, by, added, changed, changes, lastId } = file
  const count = added + changed
  const more = count - changes.length
  return (
    <Panel title={isSent ? `${name} waits for review` : `${name} is not sent yet`}>
      <p>
        {fileText({ added, changed })}.{' '}
        {isSent && <span className="soft">{`${by ?? 'Unknown'}, ${time(key.at)}`}</span>}
      </p>
      <form method="post" action={paths.importSigns} className="buttons">
        {isSent ? (
          <>
            <input type="hidden" name="staff" value={key.staffId} />
            <input type="hidden" name="at" value={key.at.getTime()} />
            {reviews && <ActionButton intent="approve" label={`Approve all ${count.toLocaleString('en')}`} />}
          </>
        ) : (
          <>
            <input type="hidden" name="last" value={lastId} />
            <ActionButton intent="send" label={`Send ${count.toLocaleString('en')} for review`} />
          </>
        )}
        <ActionButton intent={isSent ? 'discard-sent' : 'discard'} label="Discard the file" look="quiet" />
      </form>
      <details open={count <= MOST_OPEN}>
        <summary>Look at the entries</summary>
        <DataTable
          caption={`What ${name} does`}
          head={['Sign', 'Changes']}
          rows={changes.map(({ change, gloss, now }) => ({
            key: change.id,
            cells: [
              <a key="s" className="gloss" href={isSent || now ? hrefs.sign(change.sign) : undefined}>
                {gloss}
              </a>,
              <div key="c">
                {change.entry && `New in ${change.entry.lesson}`}
                <FieldChanges now={now} fields={shownFields(change)} />
              </div>,
            ],
          }))}
        />
        {more > 0 && <p className="soft">{more.toLocaleString('en')} more belong to the file.</p>}
      </details>
    </Panel>
  )
}

import { staffCodeStatus } from '#src/access/code-contract.ts'
import { importUpload, previewUpload, uploadCodes } from '#src/access/code-imports.ts'
import { failureText, importMessages, importRefusalText, uploadRefusals } from '#src/access/rules/code-imports.ts'
import { done, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { Button, QuietLink } from '../../ui/button.tsx'
import { DataTable } from '../../ui/facts.tsx'
import { OfficePage, Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { askAboutSchool, OrderFields } from '../codes/order.tsx'
import { FailedRows, SpreadsheetField } from '../import-parts.tsx'
import { schoolFilter } from '../list/staff-list.ts'
import { rightsOf, type StaffContext, staffScreen, useRights } from '../staff-screen.ts'

const load = async (context: StaffContext) => {
  const { app, staff, query } = context
  const found = query.upload && rightsOf(staff).manage ? await previewUpload(app, query.upload, staff) : null
  const isGone = Boolean(query.upload) && !found
  const data = {
    /** The file that was chosen, before it is imported. */
    upload: found,
    /** The file of the address is gone. */
    isGone,
    schools: found ? await schoolFilter.options(context) : [],
  }
  return page(data, { title: 'Import Access Codes', status: isGone ? 404 : 200 })
}
type ImportPage = DataOf<typeof load>

interface PreviewProps extends Pick<ImportPage, 'schools'> {
  upload: NonNullable<ImportPage['upload']>
}

/** Keeps the file, and shows what it would add. */
const upload = async ({ app, staff }: StaffContext, { file }: Form) => {
  const result = await uploadCodes(app, file, staff)
  return result.ok
    ? done(hrefs.codeUpload(result.id), null)
    : refused(result.reason, { ...importRefusalText(result), field: 'csvfile' }, staffCodeStatus[result.reason])
}

const keep = async (context: StaffContext, form: Form) => {
  const { app, staff, query } = context
  const { school = '', seller = '', note = '' } = form.fields
  const question = await askAboutSchool(context, form, school)
  if (question) return question
  const result = await importUpload(app, { id: query.upload ?? '', school, seller, note }, staff)
  if (!result.ok) return refused(result.reason, uploadRefusals[result.reason], staffCodeStatus[result.reason])
  const { batchId } = result
  const text = importMessages.done(result)
  return batchId === null
    ? done(paths.importAccessCodes, text, { tone: 'problem' })
    : done(hrefs.batch(batchId), text, { undo: {} })
}

/** Import Access Codes. Any suffix of the path shows the same page (docs/rules/access-codes.md). */
export const importScreen = staffScreen({
  path: [paths.importAccessCodes, `${paths.importAccessCodes}*`],
  nav: { section: 'Look-ups', label: 'Import Access Codes' },
  takesFile: 'manage',
  load,
  submit: { default: upload, import: keep },
  fields: ['csvfile', 'school'],
  View: ({ data }) => (
    <OfficePage
      title="Import Access Codes"
      lead="Upload a file with up to 20,000 codes. You see its rows and faults before anything is saved."
      problem={data.isGone && uploadRefusals.upload_gone.message}
    >
      {data.upload ? (
        <>
          <Preview upload={data.upload} schools={data.schools} />
          {data.upload.failed.length > 0 && (
            <FailedRows
              title="Cannot be imported"
              caption="Codes that cannot be imported"
              head={['Line', 'Access code', 'Product', 'Reason']}
              rows={data.upload.failed.map(f => [f.line, f.code, f.product, failureText(f)])}
              fileName="not-imported.csv"
            />
          )}
        </>
      ) : (
        <ChooseFile />
      )}
    </OfficePage>
  ),
})

const ChooseFile = () => {
  const { problems } = usePosted('default')
  return (
    <>
      <Panel form>
        {useRights().manage ? (
          <form method="post" action={paths.importAccessCodes} encType="multipart/form-data" className="form">
            <SpreadsheetField problem={problems.csvfile} />
            <Button>Upload and check</Button>
          </form>
        ) : (
          <p>Ask a manager to import codes.</p>
        )}
      </Panel>
      <Panel title="File format" form>
        <p>
          The first line names the columns, such as Access Code, Product, Uses and Expires. You can leave out the last
          two.
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1) */}
        <pre className="sample" tabIndex={0}>
          {'coupon_code,product_code,max_usage,expires_at\nASL1-7K4M-Q2XN,ASL1,1,\nCLASS-ASL1-FALL,ASL1,30,2027-06-30'}
        </pre>
        <p>
          Need new codes? Go to <a href={paths.codes}>Make Access Codes</a>.
        </p>
      </Panel>
    </>
  )
}

/** The first rows of a file, and the form that imports it as an order. */
const Preview = ({ upload, schools }: PreviewProps) => {
  const { date } = useDates()
  const sent = usePosted('import')
  const { id, fileName, rows, unread, codes, first, failed } = upload
  return (
    <Panel title={fileName}>
      <p>{importMessages.preview({ rows, unread, codes, failed: failed.length })}</p>
      <DataTable
        caption="First codes"
        head={['Access code', 'Product', 'Uses', 'Good until']}
        figures={[2]}
        empty="No row can be imported."
        rows={first.map(row => ({
          key: row.key,
          cells: [
            <code key="c">{row.code}</code>,
            row.product,
            row.maxUsage,
            row.expiresAt ? date(row.expiresAt) : 'no end date',
          ],
        }))}
      />
      {codes > first.length && <p className="soft">And {(codes - first.length).toLocaleString('en')} more.</p>}
      <form method="post" action={hrefs.codeUpload(id)} className="form">
        {codes > 0 && <OrderFields schools={schools} sent={sent} />}
        <div className="buttons">
          {codes > 0 && (
            <Button name="intent" value="import">
              {codes === 1 ? 'Import 1 code' : `Import ${codes.toLocaleString('en')} codes`}
            </Button>
          )}
          <QuietLink href={paths.importAccessCodes}>Choose another file</QuietLink>
        </div>
      </form>
    </Panel>
  )
}

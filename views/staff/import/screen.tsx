import { importMessages, importRefusalText, type ShownFailure, showFailure } from '#src/codes/rules/code-import.ts'
import { staffCodeStatus } from '#src/codes/staff-contract.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page, type Result, redirect } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Feedback, type FeedbackText } from '../../ui/feedback.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { Failures } from './failures.tsx'

interface ImportPage {
  feedback: FeedbackText | null
  problem: string | null
  failed: ShownFailure[]
  allowed: boolean
}

const show = ({ staff, query }: StaffContext, shown: Partial<ImportPage> = {}, status = 200): Result<ImportPage> => {
  const all = Number(query.note)
  const feedback: FeedbackText | null = all
    ? { tone: 'good', text: importMessages.done({ rows: all, kept: all }) }
    : null
  return page(
    { feedback, problem: null, failed: [], allowed: rightsOf(staff).manage, ...shown },
    { title: 'Import Access Codes', status },
  )
}

const importFile = async (context: StaffContext, { file }: Form): Promise<Result<ImportPage>> => {
  const result = await context.modules.codes.importAccessCodes(file, context.staff)
  if (!result.ok) return show(context, { problem: importRefusalText(result).message }, staffCodeStatus[result.reason])
  if (result.failed.length === 0 && result.rows > 0) return redirect(hrefs.importedCodes(result.rows))
  const feedback: FeedbackText = { tone: 'problem', text: importMessages.done(result) }
  return show(context, { feedback, failed: result.failed.map(showFailure) })
}

/** Import Access Codes. Any suffix of the path shows the same page (docs/rules/access-codes.md). */
export const importScreen = staffScreen<ImportPage>({
  path: [paths.importAccessCodes, `${paths.importAccessCodes}*`],
  nav: { group: 'Codes', label: 'Import Access Codes' },
  takesFile: 'manage',
  load: async context => show(context),
  submit: { default: importFile },
  View: ({ data }) => (
    <OfficePage
      title="Import Access Codes"
      lead="Upload a CSV file with up to 20,000 codes. We import good rows and list the rest."
    >
      <Feedback feedback={data.feedback} />
      <Panel form>
        {data.allowed ? (
          <form method="post" action={paths.importAccessCodes} encType="multipart/form-data" className="form">
            <div className="field">
              <label htmlFor="csvfile">CSV file</label>
              <input id="csvfile" className="input" type="file" name="csvfile" accept=".csv,text/csv" />
            </div>
            {data.problem && <Notice tone="problem">{data.problem}</Notice>}
            <Button>Import</Button>
          </form>
        ) : (
          <p>Ask a manager to import codes.</p>
        )}
      </Panel>
      {data.failed.length > 0 && <Failures failed={data.failed} />}
      <Panel title="File format" form>
        <p>The first line names the columns. You can leave out max_usage and expires_at.</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1) */}
        <pre className="sample" tabIndex={0}>
          {'coupon_code,product_code,max_usage,expires_at\nASL1-7K4M-Q2XN,ASL1,1,\nCLASS-ASL1-FALL,ASL1,30,2027-06-30'}
        </pre>
        <p>
          Need new codes? Go to <a href={paths.codes}>Make Access Codes</a>.
        </p>
      </Panel>
    </OfficePage>
  ),
})

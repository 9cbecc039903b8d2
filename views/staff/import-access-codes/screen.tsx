import { staffCodeStatus } from '#src/access/code-contract.ts'
import { importAccessCodes } from '#src/access/code-imports.ts'
import {
  failuresCsv,
  importMessages,
  importRefusalText,
  reasonsOf,
  type ShownFailure,
  showFailure,
} from '#src/access/rules/code-imports.ts'
import { done, refused } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OfficePage, Panel, usePosted, useShownOnce } from '../../ui/office-page.tsx'
import { FailedRows } from '../failed-rows.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'

const importFile = async ({ app, staff }: StaffContext, { file }: Form) => {
  const result = await importAccessCodes(app, file, staff)
  if (!result.ok)
    return refused(result.reason, { ...importRefusalText(result), field: 'csvfile' }, staffCodeStatus[result.reason])
  const failed = result.failed.map(showFailure)
  const tone = failed.length === 0 && result.rows > 0 ? 'good' : 'problem'
  return done(paths.importAccessCodes, importMessages.done(result), { tone, shows: { failed } })
}

/** Import Access Codes. Any suffix of the path shows the same page (docs/rules/access-codes.md). */
export const importScreen = staffScreen<boolean>({
  path: [paths.importAccessCodes, `${paths.importAccessCodes}*`],
  nav: { section: 'Look-ups', label: 'Import Access Codes' },
  takesFile: 'manage',
  load: async ({ staff }) => page(rightsOf(staff).manage, { title: 'Import Access Codes' }),
  submit: { default: importFile },
  fields: ['csvfile'],
  View: ({ data: isAllowed }) => {
    const { problems } = usePosted('default')
    const { failed = [] } = useShownOnce<{ failed: ShownFailure[] }>()
    return (
      <OfficePage
        title="Import Access Codes"
        lead="Upload a CSV file with up to 20,000 codes. We import good rows and list the rest."
      >
        <Panel form>
          {isAllowed ? (
            <form method="post" action={paths.importAccessCodes} encType="multipart/form-data" className="form">
              <div className="field">
                <label htmlFor="csvfile">CSV file</label>
                <input id="csvfile" className="input" type="file" name="csvfile" accept=".csv,text/csv" />
              </div>
              {problems.csvfile && <Notice tone="problem">{problems.csvfile}</Notice>}
              <Button>Import</Button>
            </form>
          ) : (
            <p>Ask a manager to import codes.</p>
          )}
        </Panel>
        {failed.length > 0 && <Failures failed={failed} />}
        <Panel title="File format" form>
          <p>The first line names the columns. You can leave out max_usage and expires_at.</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1) */}
          <pre className="sample" tabIndex={0}>
            {
              'coupon_code,product_code,max_usage,expires_at\nASL1-7K4M-Q2XN,ASL1,1,\nCLASS-ASL1-FALL,ASL1,30,2027-06-30'
            }
          </pre>
          <p>
            Need new codes? Go to <a href={paths.codes}>Make Access Codes</a>.
          </p>
        </Panel>
      </OfficePage>
    )
  },
})

/** Codes that were not imported, each with its line in the file and the reason. */
const Failures = ({ failed }: { failed: ShownFailure[] }) => (
  <FailedRows
    title="Not imported"
    caption="Codes not imported"
    head={['Line', 'Access code', 'Product', 'Reason']}
    failed={failed}
    cells={f => [f.line, f.code, f.product, <ReasonList key="r" reasons={reasonsOf(f)} />]}
    csv={failuresCsv(failed)}
    fileName="not-imported.csv"
  >
    {failed.length > 1 && <ReasonCounts failed={failed} />}
  </FailedRows>
)

/** Counts per reason, to show at a glance whether the file was the wrong one. */
const ReasonCounts = ({ failed }: { failed: ShownFailure[] }) => {
  const counts = new Map<string, number>()
  for (const reason of failed.flatMap(reasonsOf)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return (
    <ul>
      {[...counts].map(([reason, count]) => (
        <li key={reason}>
          {count.toLocaleString('en')} × {reason}
        </li>
      ))}
    </ul>
  )
}

const ReasonList = ({ reasons }: { reasons: string[] }) => (
  <ul className="reasons">
    {reasons.map(reason => (
      <li key={reason}>{reason}</li>
    ))}
  </ul>
)

import { importMessages, importRefusalText, type ShownFailure, showFailure } from '#src/codes/rules/code-import.ts'
import { staffCodeStatus } from '#src/codes/staff-contract.ts'
import { Island } from '../../island-host.tsx'
import { paths } from '../../paths.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import ImportForm from './import-form.island.tsx'

interface ImportPage {
  message: string | null
  problem: string | null
  failed: ShownFailure[]
  allowed: boolean
}

const show = (context: StaffContext, shown: Partial<ImportPage> = {}, status = 200): Result<ImportPage> =>
  page(
    { message: null, problem: null, failed: [], allowed: rightsOf(context.staff).manage, ...shown },
    { title: 'Import Access Codes', status },
  )

const importFile = async (context: StaffContext, { file }: Form): Promise<Result<ImportPage>> => {
  const result = await context.modules.codes.importAccessCodes(file, context.staff)
  if (!result.ok) return show(context, { problem: importRefusalText(result).message }, staffCodeStatus[result.reason])
  return show(context, { message: importMessages.done(result), failed: result.failed.map(showFailure) })
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
      {data.allowed ? (
        <Island of={ImportForm} props={{ message: data.message, problem: data.problem, failed: data.failed }} />
      ) : (
        <Panel form>
          <p>Ask a manager to import codes.</p>
        </Panel>
      )}
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

import { type ImportFailure, importMessages } from '#src/domain/code-import.ts'
import { Island } from '../../island-host.tsx'
import { paths } from '../../paths.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import ImportForm from './import-form.island.tsx'

interface ImportPage {
  message: string | null
  problem: string | null
  failed: ImportFailure[]
  allowed: boolean
}

const show = (context: StaffContext, shown: Partial<ImportPage> = {}, status = 200): Result<ImportPage> =>
  page(
    { message: null, problem: null, failed: [], allowed: rightsOf(context.staff).manage, ...shown },
    { title: 'Import Access Codes', status },
  )

const importFile = async (context: StaffContext, { file }: Form): Promise<Result<ImportPage>> => {
  if (!file) return show(context, { problem: importMessages.noFile }, 400)
  const result = await context.operations.importAccessCodes(file, context.staff)
  if (result.kind === 'refused') return show(context, { problem: result.message }, result.status)
  return show(context, { message: result.message, failed: result.failed })
}

/** Import Access Codes (spec §2; rules.md E3); any suffix shows the same page. */
export const importScreen = staffScreen<ImportPage>({
  path: [paths.importAccessCodes, `${paths.importAccessCodes}*`],
  nav: { group: 'Codes', label: 'Import Access Codes' },
  takesFile: true,
  load: async context => show(context),
  submit: { default: importFile },
  View: ({ data }) => (
    <OfficePage
      title="Import Access Codes"
      lead="Up to 20,000 codes from a CSV file. Good rows are kept, each failure is named; the same file twice changes nothing."
    >
      {data.allowed ? (
        <Island of={ImportForm} props={{ message: data.message, problem: data.problem, failed: data.failed }} />
      ) : (
        <Panel form>
          <p>Ask a manager to import codes.</p>
        </Panel>
      )}
      <Panel title="The file" form>
        <p>The first line names the columns; max_usage (1) and expires_at (never) may be left out.</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1) */}
        <pre className="sample" tabIndex={0}>
          {'coupon_code,product_code,max_usage,expires_at\nASL1-7K4M-Q2XN,ASL1,1,\nCLASS-ASL1-FALL,ASL1,30,2027-06-30'}
        </pre>
        <p>
          Signbook can also draw new codes by itself: <a href={paths.codes}>Make Access Codes</a>.
        </p>
      </Panel>
    </OfficePage>
  ),
})

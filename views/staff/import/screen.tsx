import { importMessages, importRefusalText, showFailure } from '#src/codes/rules/code-import.ts'
import { staffCodeStatus } from '#src/codes/staff-contract.ts'
import { done, refused } from '../../answer.ts'
import { Island } from '../../island-host.tsx'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { useAnswer, useShownOnce } from '../../ui/answer.ts'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import ImportForm, { type ImportFormProps } from './import-form.island.tsx'

const importFile = async ({ modules, staff }: StaffContext, { file }: Form) => {
  const result = await modules.codes.importAccessCodes(file, staff)
  if (!result.ok)
    return refused(result.reason, { ...importRefusalText(result), field: 'csvfile' }, staffCodeStatus[result.reason])
  const failed = result.failed.map(showFailure)
  return done(paths.importAccessCodes, null, { shows: { message: importMessages.done(result), failed } })
}

/** Import Access Codes. Any suffix of the path shows the same page (docs/rules/access-codes.md). */
export const importScreen = staffScreen<boolean>({
  path: [paths.importAccessCodes, `${paths.importAccessCodes}*`],
  nav: { group: 'Codes', label: 'Import Access Codes' },
  takesFile: 'manage',
  load: async ({ staff }) => page(rightsOf(staff).manage, { title: 'Import Access Codes' }),
  submit: { default: importFile },
  fields: ['csvfile'],
  View: ({ data: isAllowed }) => {
    const answer = useAnswer()
    const { message = null, failed = [] } = useShownOnce<ImportFormProps>()
    return (
      <OfficePage
        title="Import Access Codes"
        lead="Upload a CSV file with up to 20,000 codes. We import good rows and list the rest."
      >
        {isAllowed ? (
          <Island of={ImportForm} props={{ message, problem: answer?.problems.csvfile ?? null, failed }} />
        ) : (
          <Panel form>
            <p>Ask a manager to import codes.</p>
          </Panel>
        )}
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

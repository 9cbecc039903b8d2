import { findCodeBatch } from '#src/codes/find-code-batch.ts'
import { generateCodes } from '#src/codes/generate-codes.ts'
import type { ListedBatch } from '#src/codes/rules/batch-list.ts'
import {
  type BatchCode,
  type CodeBatch,
  codeRefusals,
  MakeCodesForm,
  makingMessages,
} from '#src/codes/rules/generate-codes.ts'
import { staffCodeStatus } from '#src/codes/staff-contract.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { listProducts } from '#src/courses/products.ts'
import { productChoices } from '#src/courses/rules/activation.ts'
import type { Product } from '#src/courses/rules/product.ts'
import { listAudit } from '#src/staff/list-audit.ts'
import { done, invalid, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { Beside, OfficePage } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { schoolFilter } from '../list/filters.ts'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { Batch, BatchSeats } from './batch.tsx'
import { batchList } from './batch-list.tsx'
import { BLANK, MakeForm } from './make-form.tsx'
import { SeatsOfBatches } from './seats-of-batches.tsx'

interface CodesPage {
  batches: ShownList<ListedBatch>
  shown: { batch: CodeBatch; codes: BatchCode[] } | null
  choices: Product[]
  schools: { value: string; label: string }[]
  /** The address names a batch, so that the page is about it alone, or says that there is none. */
  isOne: boolean
  history: AuditEntry[]
  today: string
  rights: Rights
}

const load = async (context: StaffContext) => {
  const { app, staff, site, now, params } = context
  const wanted = params.batch
  const shown = wanted ? await findCodeBatch(app, wanted, staff) : null
  const missing = wanted !== undefined && !shown
  return page<CodesPage>(
    {
      batches: await loadList(batchList, context),
      shown,
      schools: wanted ? [] : await schoolFilter.options(context),
      isOne: wanted !== undefined,
      history: shown ? await listAudit(app, { subject: { kind: 'batch', id: shown.batch.id }, most: 30 }, staff) : [],
      choices: productChoices(await listProducts(app)),
      today: dayOf(now, site.timezone),
      rights: rightsOf(staff),
    },
    { title: titleOf(wanted !== undefined, shown?.batch), status: missing ? 404 : 200 },
  )
}

const titleOf = (isOne: boolean, batch: CodeBatch | undefined): string =>
  !isOne ? 'Make Access Codes' : batch ? `Codes of batch ${batch.id}` : codeRefusals.batch_not_found.message

const make = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const checked = checkForm(MakeCodesForm, { ...BLANK, ...fields })
  if (!checked.ok) return invalid(checked.problems)
  const result = await generateCodes(app, { ...checked.value, schoolId: rowId(fields.school) }, staff)
  if (!result.ok) return refused(result.reason, codeRefusals[result.reason], staffCodeStatus[result.reason])
  return done(hrefs.batch(result.batch.id), makingMessages.made(result.batch.size))
}

/** Make Access Codes: a batch of random codes, or one code that staff choose. */
export const codesScreen = staffScreen<CodesPage>({
  path: [paths.codes, paths.batch],
  nav: { group: 'Codes', label: 'Make Access Codes' },
  load: async context => csvOf(batchList, context) ?? load(context),
  submit: { make },
  fields: ['product_code', 'count', 'max_usage', 'expires_at', 'note', 'code'],
  View: ({ data, site }) => (
    <OfficePage
      title={titleOf(data.isOne, data.shown?.batch)}
      lead={
        !data.isOne
          ? 'Make codes to give to students. They are easy to read and work right away.'
          : data.shown
            ? 'Print them as cards, or see who used them.'
            : 'The number in the address may be wrong.'
      }
    >
      {data.shown && (
        <Beside>
          <Batch {...data.shown} timezone={site.timezone} mayTake={data.rights.change} />
          <div>
            <BatchSeats batch={data.shown.batch} />
            <History entries={data.history} timezone={site.timezone} />
          </div>
        </Beside>
      )}
      {data.isOne ? (
        <p>
          <a href={paths.codes}>All batches</a>
        </p>
      ) : data.rights.manage ? (
        <MakeForm {...data} />
      ) : (
        <p className="soft">Ask a manager to make codes.</p>
      )}
      {!data.isOne && <SeatsOfBatches batches={data.batches.page.rows} />}
      {!data.isOne && <ListPanel list={batchList} shown={data.batches} timezone={site.timezone} />}
    </OfficePage>
  ),
})

import {
  type BatchCode,
  type CodeBatch,
  codeRefusals,
  MakeCodesForm,
  MOST_CODES,
  makingMessages,
} from '#src/codes/rules/generate-codes.ts'
import { staffCodeStatus } from '#src/codes/staff-contract.ts'
import { dayOf, shortDate } from '#src/core/rules/business-day.ts'
import { checkForm, type Problems } from '#src/core/rules/form.ts'
import { productChoices, productLabel } from '#src/courses/rules/activation.ts'
import type { Product } from '#src/courses/rules/product.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Fields, type Form, page, type Result } from '../../screen.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Feedback, type FeedbackText } from '../../ui/feedback.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { Batch } from './batch.tsx'
import { MakeForm } from './make-form.tsx'

interface CodesPage {
  batches: CodeBatch[]
  shown: { batch: CodeBatch; codes: BatchCode[] } | null
  choices: Product[]
  typed: Fields
  problems: Problems
  today: string
  rights: Rights
  feedback: FeedbackText | null
}

interface Shown {
  typed?: Fields
  problems?: Problems
  feedback?: FeedbackText
  made?: { batch: CodeBatch; codes: BatchCode[] }
  status?: number
}

const BLANK: Fields = { product_code: '', count: '10', max_usage: '1', expires_at: '', note: '', code: '' }

const show = async (context: StaffContext, given: Shown = {}): Promise<Result<CodesPage>> => {
  const { modules, staff, site, now, params } = context
  const wanted = params.batch
  const shown = given.made ?? (wanted ? await modules.codes.findCodeBatch(wanted, staff) : null)
  const missing = wanted !== undefined && !shown
  return page<CodesPage>(
    {
      batches: await modules.codes.listCodeBatches(),
      shown,
      choices: productChoices(await modules.courses.listProducts()),
      typed: { ...BLANK, ...given.typed },
      problems: given.problems ?? {},
      today: dayOf(now, site.timezone),
      rights: rightsOf(staff),
      feedback: missing ? { tone: 'problem', text: codeRefusals.batch_not_found.message } : (given.feedback ?? null),
    },
    { title: 'Make Access Codes', status: missing ? 404 : (given.status ?? 200) },
  )
}

const make = async (context: StaffContext, { fields }: Form): Promise<Result<CodesPage>> => {
  const typed = { ...BLANK, ...fields }
  const checked = checkForm(MakeCodesForm, typed)
  if (!checked.ok) return show(context, { typed, problems: checked.problems, status: 422 })
  const result = await context.modules.codes.generateCodes(checked.value, context.staff)
  if (!result.ok) {
    const { field, message } = codeRefusals[result.reason]
    return show(context, { typed, problems: { [field]: message }, status: staffCodeStatus[result.reason] })
  }
  return show(context, { made: result, feedback: { tone: 'good', text: makingMessages.made(result.codes.length) } })
}

/** Make Access Codes: a batch of random codes, or one code that staff choose. */
export const codesScreen = staffScreen<CodesPage>({
  path: [paths.codes, paths.batch],
  nav: { group: 'Codes', label: 'Make Access Codes' },
  load: context => show(context),
  submit: { make },
  View: ({ data, site }) => (
    <OfficePage
      title="Make Access Codes"
      lead="Make codes to give to students. They are easy to read and work right away."
    >
      <Feedback feedback={data.feedback} />
      {data.shown && <Batch {...data.shown} timezone={site.timezone} mayTake={data.rights.change} />}
      {data.rights.manage ? (
        <MakeForm {...data} most={MOST_CODES} label={productLabel} />
      ) : (
        <p className="soft">Ask a manager to make codes.</p>
      )}
      <Panel title="Earlier codes">
        <DataTable
          caption="Batches of codes, newest first"
          head={['Made', 'Product', 'Codes', 'Used', 'By', 'Note']}
          figures={[2, 3]}
          empty="No codes yet."
          rows={data.batches.map(b => ({
            key: b.id,
            marked: b.id === data.shown?.batch.id,
            cells: [
              <a key="b" href={hrefs.batch(b.id)}>
                {shortDate(b.createdAt, site.timezone)}
              </a>,
              b.product.productCode,
              b.size,
              b.used,
              b.madeBy,
              b.note,
            ],
          }))}
        />
      </Panel>
    </OfficePage>
  ),
})

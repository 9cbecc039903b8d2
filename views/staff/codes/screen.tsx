import type { ListedBatch } from '#src/codes/rules/batch-list.ts'
import {
  type BatchCode,
  type CodeBatch,
  codeRefusals,
  MakeCodesForm,
  MOST_CODES,
  makingMessages,
} from '#src/codes/rules/generate-codes.ts'
import { staffCodeStatus } from '#src/codes/staff-contract.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { checkForm, type Problems } from '#src/core/rules/form.ts'
import { parseSchool } from '#src/core/rules/school-ref.ts'
import { productChoices, productLabel } from '#src/courses/rules/activation.ts'
import type { Product } from '#src/courses/rules/product.ts'
import type { FeedbackText } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Fields, type Form, page, type Result, redirect } from '../../screen.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { Beside, OfficePage } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { schoolFilter } from '../list/filters.ts'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, type ShownList } from '../list/staff-list.ts'
import { type Rights, rightsOf, type StaffContext, staffScreen } from '../staff-screen.ts'
import { Batch, BatchSeats } from './batch.tsx'
import { batchList } from './batch-list.tsx'
import { MakeForm } from './make-form.tsx'
import { SeatsOfBatches } from './seats-of-batches.tsx'

interface CodesPage {
  batches: ShownList<ListedBatch>
  shown: { batch: CodeBatch; codes: BatchCode[] } | null
  choices: Product[]
  schools: { value: string; label: string }[]
  /** The address names a batch, so that the page is about it alone, or says that there is none. */
  isOne: boolean
  history: AuditEntry[]
  typed: Fields
  problems: Problems
  today: string
  rights: Rights
  feedback: FeedbackText | null
}

interface Shown {
  typed?: Fields
  problems?: Problems
  status?: number
}

const BLANK: Fields = { product_code: '', count: '10', max_usage: '1', expires_at: '', note: '', code: '' }

const show = async (context: StaffContext, given: Shown = {}): Promise<Result<CodesPage>> => {
  const { modules, staff, site, now, params, query } = context
  const wanted = params.batch
  const shown = wanted ? await modules.codes.findCodeBatch(wanted, staff) : null
  const missing = wanted !== undefined && !shown
  return page<CodesPage>(
    {
      batches: await loadList(batchList, context),
      shown,
      schools: wanted ? [] : await schoolFilter.options(context),
      isOne: wanted !== undefined,
      history: shown
        ? await modules.staff.listAudit({ subject: { kind: 'batch', id: shown.batch.id }, most: 30 }, staff)
        : [],
      choices: productChoices(await modules.courses.listProducts()),
      typed: { ...BLANK, ...given.typed },
      problems: given.problems ?? {},
      today: dayOf(now, site.timezone),
      rights: rightsOf(staff),
      feedback: shown && query.note === 'made' ? { tone: 'good', text: makingMessages.made(shown.batch.size) } : null,
    },
    {
      title: titleOf(wanted !== undefined, shown?.batch),
      status: missing ? 404 : (given.status ?? 200),
    },
  )
}

const titleOf = (isOne: boolean, batch: CodeBatch | undefined): string =>
  !isOne ? 'Make Access Codes' : batch ? `Codes of batch ${batch.id}` : codeRefusals.batch_not_found.message

const make = async (context: StaffContext, { fields }: Form): Promise<Result<CodesPage>> => {
  const typed = { ...BLANK, ...fields }
  const checked = checkForm(MakeCodesForm, typed)
  if (!checked.ok) return show(context, { typed, problems: checked.problems, status: 422 })
  const result = await context.modules.codes.generateCodes(
    { ...checked.value, school: parseSchool(fields.school) },
    context.staff,
  )
  if (!result.ok) {
    const { field, message } = codeRefusals[result.reason]
    return show(context, { typed, problems: { [field]: message }, status: staffCodeStatus[result.reason] })
  }
  return redirect(hrefs.batch(result.batch.id, 'made'))
}

/** Make Access Codes: a batch of random codes, or one code that staff choose. */
export const codesScreen = staffScreen<CodesPage>({
  path: [paths.codes, paths.batch],
  nav: { group: 'Codes', label: 'Make Access Codes' },
  load: context => csvOf(batchList, context) ?? show(context),
  submit: { make },
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
      <Feedback feedback={data.feedback} />
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
        <MakeForm {...data} most={MOST_CODES} label={productLabel} />
      ) : (
        <p className="soft">Ask a manager to make codes.</p>
      )}
      {!data.isOne && <SeatsOfBatches batches={data.batches.page.rows} />}
      {!data.isOne && <ListPanel list={batchList} shown={data.batches} timezone={site.timezone} />}
    </OfficePage>
  ),
})

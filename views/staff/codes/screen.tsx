import { productChoices, productLabel } from '#src/domain/activation.ts'
import { dayOf, shortDate } from '#src/domain/business-day.ts'
import { type BatchCode, type CodeBatch, MakeCodesForm, MOST_CODES, makingMessages } from '#src/domain/code-making.ts'
import { checkForm, type Problems } from '#src/domain/form.ts'
import type { Product } from '#src/domain/product.ts'
import { hrefs, paths } from '../../paths.ts'
import { type Fields, type Form, page, type Result } from '../../screen.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { Said, type Saying } from '../../ui/said.tsx'
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
  saying: Saying | null
}

interface Shown {
  typed?: Fields
  problems?: Problems
  saying?: Saying
  made?: { batch: CodeBatch; codes: BatchCode[] }
  status?: number
}

const FRESH: Fields = { product_code: '', count: '10', max_usage: '1', expires_at: '', note: '', code: '' }

const show = async (context: StaffContext, given: Shown = {}): Promise<Result<CodesPage>> => {
  const { operations, staff, site, now, params } = context
  const wanted = params.batch
  const shown = given.made ?? (wanted ? await operations.findCodeBatch(wanted) : null)
  const missing = wanted !== undefined && !shown
  return page<CodesPage>(
    {
      batches: await operations.listCodeBatches(),
      shown,
      choices: productChoices(await operations.listProducts()),
      typed: { ...FRESH, ...given.typed },
      problems: given.problems ?? {},
      today: dayOf(now, site.timezone),
      rights: rightsOf(staff),
      saying: missing ? { tone: 'problem', text: makingMessages.batchNotFound } : (given.saying ?? null),
    },
    { title: 'Make Access Codes', status: missing ? 404 : (given.status ?? 200) },
  )
}

const make = async (context: StaffContext, { fields }: Form): Promise<Result<CodesPage>> => {
  const typed = { ...FRESH, ...fields }
  const checked = checkForm(MakeCodesForm, typed)
  if (!checked.ok) return show(context, { typed, problems: checked.problems, status: 422 })
  const result = await context.operations.makeCodes(checked.value, context.staff)
  if (result.kind === 'refused')
    return show(context, { typed, problems: { [result.field]: result.message }, status: result.status })
  return show(context, { made: result, saying: { tone: 'good', text: result.message } })
}

/** Codes that staff make: drawn by lot or one of their own, to copy, to save or to print. */
export const codesScreen = staffScreen<CodesPage>({
  path: [paths.codes, paths.batch],
  nav: { group: 'Codes', label: 'Make Access Codes' },
  load: context => show(context),
  submit: { make },
  View: ({ data, site }) => (
    <OfficePage
      title="Make Access Codes"
      lead="Codes hold no two letters that look alike, and no code is a word. They work at once."
    >
      <Said saying={data.saying} />
      {data.shown && <Batch {...data.shown} timezone={site.timezone} />}
      {data.rights.manage ? (
        <MakeForm {...data} most={MOST_CODES} label={productLabel} />
      ) : (
        <p className="soft">A manager makes codes.</p>
      )}
      <Panel title="Made before">
        <DataTable
          caption="Codes made together, the newest first"
          head={['Made', 'Product', 'Codes', 'Used', 'By', 'Note']}
          figures={[2, 3]}
          empty="Nobody made codes here yet."
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

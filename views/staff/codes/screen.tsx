import { generateCodes } from '#src/access/code-batches.ts'
import { staffCodeStatus } from '#src/access/code-contract.ts'
import { listBatches } from '#src/access/codes.ts'
import {
  batchSorts,
  batchStates,
  type CodeBatch,
  codeRefusals,
  MakeCodesForm,
  makingMessages,
} from '#src/access/rules/code-batches.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { counted } from '#src/core/rules/counted.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { listProducts } from '#src/courses/products.ts'
import { productChoices } from '#src/courses/rules/activation.ts'
import { done, invalid, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { OfficePage } from '../../ui/office-page.tsx'
import { RowsFigure } from '../figures/bars.tsx'
import { ListPanel, TwoLines } from '../list/list-panel.tsx'
import { csvOf, loadList, productFilter, type StaffList, schoolFilter, stateFilter } from '../list/staff-list.ts'
import { type StaffContext, staffScreen, useRights } from '../staff-screen.ts'
import { MakeForm } from './make-form.tsx'
import { askAboutSchool } from './order.tsx'

const load = async (context: StaffContext) => {
  const { app, site, now } = context
  const data = {
    batches: await loadList(batchList, context),
    schools: await schoolFilter.options(context),
    school: context.query.school ?? '',
    choices: productChoices(await listProducts(app.db)),
    today: dayOf(now, site.timezone),
  }
  return page(data, { title: 'Make Access Codes' })
}

const BLANK = { product_code: '', count: '10', max_usage: '1', expires_at: '', note: '', code: '', school: '' }

const make = async (context: StaffContext, form: Form) => {
  const { app, staff } = context
  const { fields } = form
  const checked = checkForm(MakeCodesForm, { ...BLANK, ...fields })
  if (!checked.ok) return invalid(checked.problems)
  const question = await askAboutSchool(context, form, checked.value.school)
  if (question) return question
  const result = await generateCodes(app, checked.value, staff)
  if (!result.ok) return refused(result.reason, codeRefusals[result.reason], staffCodeStatus[result.reason])
  return done(hrefs.batch(result.batch.id), makingMessages.made(result.batch.size))
}

/** Make Access Codes: a batch of random codes, or one code that staff choose. */
export const codesScreen = staffScreen<DataOf<typeof load>>({
  path: paths.codes,
  nav: { section: 'Access Codes', label: 'Make Access Codes' },
  load: async context => csvOf(batchList, context) ?? load(context),
  acts: 'manage',
  submit: { make },
  fields: ['product_code', 'count', 'max_usage', 'expires_at', 'note', 'code', 'school'],
  View: ({ data }) => (
    <OfficePage
      title="Make Access Codes"
      lead="Make codes to give to students. They are easy to read and work right away."
    >
      {useRights().manage ? <MakeForm {...data} /> : <p className="soft">Ask a manager to make codes.</p>}
      <SeatsOfBatches batches={data.batches.page.rows} />
      <ListPanel list={batchList} shown={data.batches} />
    </OfficePage>
  ),
})

const batchList: StaffList<CodeBatch> = {
  name: 'batches',
  title: 'Earlier codes',
  path: paths.codes,
  search: 'Note, file, seller or colleague',
  columns: [
    {
      head: 'Batch',
      value: b => b.id,
      cell: b => (
        <a href={hrefs.batch(b.id)} className="one-line">
          Batch {b.id}
        </a>
      ),
    },
    { head: 'Made', value: b => b.createdAt },
    { head: 'Product', value: b => b.productCode },
    {
      head: 'School',
      value: b => b.school?.name ?? '',
      cell: b => b.school && <a href={hrefs.schoolPage(b.school.id)}>{b.school.name}</a>,
    },
    { head: 'Codes', value: b => b.size, figure: true },
    { head: 'Seats', value: b => b.seats, figure: true },
    { head: 'Used', value: b => b.used, figure: true },
    { head: 'By', value: b => b.madeBy, cell: b => <span className="one-line">{b.madeBy}</span>, minor: true },
    { head: 'File', value: b => b.fileName, inFile: true },
    { head: 'Seller', value: b => b.seller, inFile: true },
    {
      head: 'Note',
      value: b => b.note,
      cell: b => (
        <TwoLines below={[b.fileName, b.seller && `sold by ${b.seller}`].filter(Boolean).join(', ')}>{b.note}</TwoLines>
      ),
    },
  ],
  filters: [schoolFilter, productFilter, stateFilter(batchStates)],
  sorts: batchSorts,
  empty: 'No codes yet.',
  holds: 'facts',
  find: listBatches,
}

const DRAWN_BATCHES = 10

const count = (value: number): string => value.toLocaleString('en-US')
const sum = (batches: CodeBatch[], of: (batch: CodeBatch) => number) => batches.reduce((all, b) => all + of(b), 0)

/** Seats used of each batch: of the first of the list, so that its filters apply. */
const SeatsOfBatches = ({ batches }: { batches: CodeBatch[] }) => {
  const shown = batches.slice(0, DRAWN_BATCHES)
  if (shown.length === 0) return null
  return (
    <RowsFigure
      title="Seats used"
      point={`${count(sum(shown, b => b.used))} of ${count(sum(shown, b => b.seats))} seats are used, in ${counted(shown.length, 'batch', 'batches')}.`}
      head={['Batch', 'Used of seats']}
      rows={shown.map(b => ({
        key: b.id,
        name: (
          <a href={hrefs.batch(b.id)}>
            {b.id}, {b.productCode}
            {b.note && `: ${b.note}`}
          </a>
        ),
        value: b.used,
        of: b.seats,
        text: `${count(b.used)} of ${count(b.seats)}`,
      }))}
    />
  )
}

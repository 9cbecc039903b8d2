import {
  annotateBatch,
  endCodeLinks,
  findCodeBatch,
  generateCodes,
  hasCodeLinks,
  mailCodeBatch,
} from '#src/access/code-batches.ts'
import { staffCodeStatus } from '#src/access/code-contract.ts'
import { undoImport } from '#src/access/code-imports.ts'
import { changeOpenCodes, listBatches, type OpenCodesChange, undoVoid } from '#src/access/codes.ts'
import { processMessages } from '#src/access/rules/access-refusals.ts'
import {
  batchSorts,
  batchStates,
  type CodeBatch,
  codeMessages,
  codeRefusals,
  expiry,
  MakeCodesForm,
  makingMessages,
  openCodes,
} from '#src/access/rules/code-batches.ts'
import { dayOf, shortDate } from '#src/core/rules/business-day.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { rowId } from '#src/core/rules/rows.ts'
import { listProducts } from '#src/courses/products.ts'
import { productChoices } from '#src/courses/rules/activation.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { ask, confirmationIn, done, invalid, makeRefuser, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { Beside, OfficePage } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { ListPanel, TwoLines } from '../list/list-panel.tsx'
import { csvOf, loadList, productFilter, type StaffList, schoolFilter, stateFilter } from '../list/staff-list.ts'
import { doneUndo, type StaffContext, staffScreen, useRights } from '../staff-screen.ts'
import { Batch, BatchActions } from './batch.tsx'
import { MakeForm } from './make-form.tsx'
import { askAboutSchool } from './order.tsx'

const load = async (context: StaffContext) => {
  const { app, staff, site, now, params } = context
  const wanted = params.batch
  const shown = wanted ? await findCodeBatch(app, wanted, staff) : null
  const missing = wanted !== undefined && !shown
  return page(
    {
      batches: await loadList(batchList, context),
      shown,
      /** A mailed link may still open the codes. */
      isMailed: shown !== null && (await hasCodeLinks(app, shown.batch.id)),
      schools: await schoolFilter.options(context),
      /** The address names a batch, so that the page is about it alone, or says that there is none. */
      isOne: wanted !== undefined,
      history: shown ? await listAudit(app, { subject: { kind: 'batch', id: shown.batch.id }, most: 30 }, staff) : [],
      school: context.query.school ?? '',
      choices: productChoices(await listProducts(app.db)),
      today: dayOf(now, site.timezone),
    },
    { title: titleOf(wanted !== undefined, shown?.batch), status: missing ? 404 : 200 },
  )
}

const titleOf = (isOne: boolean, batch: CodeBatch | undefined): string =>
  !isOne ? 'Make Access Codes' : batch ? `Codes of batch ${batch.id}` : codeRefusals.batch_not_found.message

const refuse = makeRefuser(codeRefusals, staffCodeStatus)

const BLANK = { product_code: '', count: '10', max_usage: '1', expires_at: '', note: '', code: '', school: '' }

const make = async (context: StaffContext, form: Form) => {
  const { app, staff } = context
  const { fields } = form
  const checked = checkForm(MakeCodesForm, { ...BLANK, ...fields })
  if (!checked.ok) return invalid(checked.problems)
  const question = await askAboutSchool(context, form, checked.value.school)
  if (question) return question
  const result = await generateCodes(app, checked.value, staff)
  if (!result.ok) return refuse(result.reason)
  return done(hrefs.batch(result.batch.id), makingMessages.made(result.batch.size))
}

const batchOf = ({ app, staff, params }: StaffContext) => findCodeBatch(app, params.batch ?? '', staff)

/** Voids or extends all codes of the batch that have uses left, once the numbers were confirmed. */
const changeOpen = (action: OpenCodesChange['do']) => async (context: StaffContext, form: Form) => {
  const { app, staff, site } = context
  const found = await batchOf(context)
  if (!found) return refuse('batch_not_found')
  const expires = form.fields.good_until ?? ''
  const day = expiry(expires, { now: context.now, timezone: site.timezone })
  if (action === 'extend' && !day.ok) return refuse(day.reason)
  const { batch, codes } = found
  if (openCodes(codes).length === 0) return refuse('none_open')
  const ends = day.ok && day.expiresAt ? shortDate(day.expiresAt, site.timezone) : 'no end date'
  const says = action === 'void' ? codeMessages.voids(codes) : codeMessages.extends(codes, ends)
  const button = action === 'void' ? 'Void unused' : 'Extend'
  const effectsKey = says.join(' ')
  const question = { title: `${button}?`, says, effectsKey, button, isDangerous: action === 'void', needsReason: true }
  const confirmation = confirmationIn(form)
  if (!confirmation) return ask(question)
  if (confirmation.reason === '') return ask(question, reasonMissing)
  if (confirmation.confirmed !== effectsKey) return ask(question)
  const change = action === 'void' ? ({ do: 'void' } as const) : ({ do: 'extend', expires } as const)
  const which = { batchId: batch.id }
  const result = await changeOpenCodes(app, { which, change, reason: confirmation.reason }, staff)
  if (!result.ok) return refuse(result.reason)
  const text = action === 'void' ? makingMessages.voided : makingMessages.extended
  const undo = action === 'void' && result.codes > 0 ? { of: 'void' } : undefined
  return done(hrefs.batch(batch.id), text(result.codes), { undo })
}

const reasonMissing = refused('reason_required', { message: processMessages.reason, field: 'reason' }, 422)

const annotate = async ({ app, staff, params }: StaffContext, { fields }: Form) => {
  const { school = '', seller = '', note = '' } = fields
  const id = rowId(params.batch) ?? 0
  const result = await annotateBatch(app, id, { school, seller, note }, staff)
  if (!result.ok) return refuse(result.reason)
  return done(hrefs.batch(id), makingMessages.changed)
}

/** Mails a link to the codes, as cards and as a file. */
const mail = async ({ app, staff, params }: StaffContext, { fields }: Form) => {
  const id = rowId(params.batch) ?? 0
  const result = await mailCodeBatch(app, id, fields.email ?? '', staff)
  if (!result.ok) return refuse(result.reason)
  return done(hrefs.batch(id), makingMessages.mailed(result.email))
}

const endLinks = async (context: StaffContext) => {
  const found = await batchOf(context)
  if (!found) return refuse('batch_not_found')
  await endCodeLinks(context.app, found.batch.id, context.staff)
  return done(hrefs.batch(found.batch.id), makingMessages.linksEnded)
}

/** Takes an import or the voiding of its codes back. */
const undo = async ({ app, staff, params }: StaffContext, { fields }: Form) => {
  const id = rowId(params.batch) ?? 0
  return fields.of === 'void'
    ? doneUndo(hrefs.batch(id), await undoVoid(app, id, staff))
    : doneUndo(paths.importAccessCodes, await undoImport(app, id, staff))
}

/** Make Access Codes: a batch of random codes, or one code that staff choose. */
export const codesScreen = staffScreen<DataOf<typeof load>>({
  path: [paths.codes, paths.batch],
  nav: { section: 'Access Codes', label: 'Make Access Codes' },
  load: async context => csvOf(batchList, context) ?? load(context),
  acts: { make: 'manage', void: 'manage', extend: 'manage', annotate: 'manage' },
  submit: { make, void: changeOpen('void'), extend: changeOpen('extend'), annotate, mail, 'end-links': endLinks, undo },
  fields: ['product_code', 'count', 'max_usage', 'expires_at', 'note', 'code', 'good_until', 'school', 'email'],
  View: ({ data }) => {
    const { manage } = useRights()
    return (
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
            <Batch {...data.shown} isMailed={data.isMailed} />
            <div>
              {manage && <BatchActions {...data.shown} schools={data.schools} today={data.today} />}
              <History entries={data.history} />
            </div>
          </Beside>
        )}
        {data.isOne ? (
          <p>
            <a href={paths.codes}>All batches</a>
          </p>
        ) : manage ? (
          <MakeForm {...data} />
        ) : (
          <p className="soft">Ask a manager to make codes.</p>
        )}
        {!data.isOne && <ListPanel list={batchList} shown={data.batches} />}
      </OfficePage>
    )
  },
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

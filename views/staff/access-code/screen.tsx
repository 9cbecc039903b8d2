import { staffCodeStatus } from '#src/access/code-contract.ts'
import { moveCode, previewMove } from '#src/access/code-moves.ts'
import { changeCode, checkAccessCode, listCodes, undoCodeChange } from '#src/access/codes.ts'
import { ChangeCodeForm, changeRefusalText, makingMessages } from '#src/access/rules/code-batches.ts'
import { type MoveRefused, moveMessages } from '#src/access/rules/code-moves.ts'
import {
  codeSorts,
  codeStates,
  type ListedCode,
  type StaffCoupon,
  type StaffUse,
  usedOnlyReason,
} from '#src/access/rules/staff-codes.ts'
import { moveRefusalText } from '#src/access/texts/access-refusals.ts'
import { adminMessages } from '#src/core/rules/admin-messages.ts'
import { dayOf } from '#src/core/rules/business-day.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { listAudit } from '#src/desk/audit-log.ts'
import { askFirst, done, invalid, refused } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { type DataOf, type Form, page } from '../../screen.ts'
import { Badge } from '../../ui/facts.tsx'
import { OfficePage, useDates } from '../../ui/office-page.tsx'
import { BulkPreview, bulkSubmit } from '../list/bulk.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf, loadList, productFilter, type StaffList, schoolFilter, stateFilter } from '../list/staff-list.ts'
import { blankLookup, Lookup } from '../lookup.tsx'
import { CodeLink } from '../record-links.tsx'
import { doneUndo, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { CodeDetails, findPick, findTargets, findUseIn, movesOf } from './code-details.tsx'

const load = async (context: StaffContext) => {
  const { app, staff, site } = context
  const typed = urlParam(context, 'code')
  const coupons = await checkAccessCode(app, typed, staff)
  const codes = await Promise.all(
    coupons.map(async coupon => ({
      coupon,
      expires: coupon.expiresAt ? dayOf(coupon.expiresAt, site.timezone) : '',
      history: await listAudit(app, { subject: { kind: 'coupon', id: coupon.id }, most: 30 }, staff),
      moves: await movesOf(context, coupon),
    })),
  )
  const data = {
    typed,
    codes,
    problem: typed !== '' && codes.length === 0 ? adminMessages.codeNotFound : blankLookup(context, 'code'),
    pick: await findPick(context, coupons),
    list: typed ? null : await loadList(codeList, context),
    usedOnly: usedOnlyReason(staff, context.now),
  }
  return page(data, { title: 'Check Access Code', status: data.problem === null ? 200 : typed === '' ? 422 : 404 })
}

const change = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const checked = checkForm(ChangeCodeForm, fields)
  if (!checked.ok) return invalid(checked.problems)
  const { coupon_code: code, max_usage: maxUsage, expires_at: expires } = checked.value
  const result = await changeCode(app, { code, maxUsage: Number(maxUsage), expires }, staff)
  return result.ok
    ? done(hrefs.accessCode(code), makingMessages.changed, { undo: {} })
    : refused(result.reason, changeRefusalText(result), staffCodeStatus[result.reason])
}

/** Takes back the change of a code, or the voiding of those that were ticked in the list. */
const undo = async (context: StaffContext, { fields }: Form) => {
  const codes = fields.codes?.split(' ') ?? [urlParam(context, 'code')]
  const here = localPath(context.url)
  const undone = []
  for (const code of codes) undone.push(await undoCodeChange(context.app, code, context.staff))
  const late = undone.find(({ ok }) => !ok)
  const count = undone.filter(({ ok }) => ok).length
  return late && count > 0
    ? done(here, makingMessages.undone(count, codes.length), { tone: 'problem' })
    : doneUndo(here, late ?? { ok: true })
}

/** A use that is released, or moves to the row with the token `toToken`. */
interface Move {
  coupon: StaffCoupon
  use: StaffUse
  toToken?: string
}

const gone = refused('use_not_found', { message: moveMessages.gone }, 422)

const refuseMove = (result: MoveRefused) =>
  refused(result.reason, moveRefusalText(result), staffCodeStatus[result.reason])

/** Reads the use again, because a colleague may have changed it. */
const findUse = async (context: StaffContext, { fields }: Form): Promise<Move | null> =>
  findUseIn(await checkAccessCode(context.app, urlParam(context, 'code'), context.staff), fields.use_id)

/** Releases or moves a use, once its effects were confirmed with a reason. Asks for both first. */
const carryOut = async ({ app, staff }: StaffContext, form: Form, { coupon, use, toToken }: Move) => {
  const given = { code: coupon.code, token: use.token, toToken }
  const preview = await previewMove(app, given, staff)
  if (!preview.ok) return refuseMove(preview)
  const verb = toToken === undefined ? 'Release' : 'Transfer'
  const { says, effectsKey } = preview
  const isDangerous = toToken === undefined
  const question = { title: `${verb} ${coupon.code}`, says, effectsKey, button: verb, isDangerous, needsReason: true }
  return askFirst(form, question, async confirmation => {
    const result = await moveCode(app, { ...given, ...confirmation }, staff)
    if (!result.ok) return refuseMove(result)
    const { code, gaveAccess } = result
    const text = toToken === undefined ? moveMessages.released(code) : moveMessages.moved(code, gaveAccess)
    return done(hrefs.accessCode(code), text)
  })
}

const release = async (context: StaffContext, form: Form) => {
  const move = await findUse(context, form)
  return move ? carryOut(context, form, move) : gone
}

/**
 * Moves a use to the picked row. Finds the person first. If only one person is found, and the code can move to one row of
 * theirs, that row is picked; of several people nobody is.
 */
const transfer = async (context: StaffContext, form: Form) => {
  const move = await findUse(context, form)
  if (!move) return gone
  const { token: picked, who = '' } = form.fields
  if (picked) return carryOut(context, form, { ...move, toToken: picked })
  const targets = await findTargets(context, move.coupon, move.use, who)
  const [only, ...more] = targets.filter(target => target.refused === null)
  const isOnePerson = targets.every(target => target.personId === only?.personId)
  if (only && isOnePerson && more.length === 0) return carryOut(context, form, { ...move, toToken: only.token })
  if (only) return done(hrefs.accessCode(move.coupon.code, who, move.use.id), null)
  const [reason, message] =
    who.trim() === ''
      ? ['person_required', moveMessages.whoFirst]
      : targets.length === 0
        ? ['person_not_found', moveMessages.nobody]
        : ['target_not_found', moveMessages.noTarget]
  return refused(reason, { message, field: 'who' }, 422)
}

/** Check Access Code: finds a code, and changes, releases or transfers it. */
export const accessCodeScreen = staffScreen<DataOf<typeof load>>({
  path: [paths.accessCode, `${paths.accessCode}/:code`],
  nav: { section: 'Look-ups', label: 'Check Access Code', hint: 'List of codes' },
  load: async context => csvOf(codeList, context) ?? load(context),
  acts: { change: 'manage', undo: 'manage' },
  submit: { change, release, transfer, undo, bulk: bulkSubmit(['extend', 'void']) },
  fields: ['who'],
  View: ({ data }) => (
    <OfficePage
      title="Check Access Code"
      lead="See who used a code and how many uses are left."
      details={<BulkPreview />}
    >
      <Lookup
        action={paths.accessCode}
        label="Access code"
        name="code"
        defaultValue={data.typed}
        problem={data.problem}
      />
      {data.codes.map(code => (
        <CodeDetails key={code.coupon.id} {...code} pick={data.pick} />
      ))}
      {data.list && data.usedOnly && <UsedOnly because={data.usedOnly} />}
      {data.list && <ListPanel list={codeList} shown={data.list} />}
    </OfficePage>
  ),
})

const UsedOnly = ({ because }: { because: 'role' | 'sign_in' }) =>
  because === 'role' ? (
    <p className="soft">Showing used-up codes only. Ask a manager for the others.</p>
  ) : (
    <p className="soft">
      Showing used-up codes only. <a href={hrefs.confirmSignIn(paths.accessCode)}>Confirm it is you</a> to see all.
    </p>
  )

const GoodUntil = ({ code: { expiresAt, voidedAt } }: { code: ListedCode }) => {
  const { date } = useDates()
  return voidedAt ? <Badge tone="problem">void</Badge> : expiresAt && date(expiresAt)
}

/** All access codes that the role may read. */
const codeList: StaffList<ListedCode> = {
  name: 'codes',
  title: 'All codes',
  path: paths.accessCode,
  search: 'Code begins with',
  columns: [
    { head: 'Code', value: k => k.code, cell: k => <CodeLink code={k.code} /> },
    { head: 'Product', value: k => k.productCode },
    { head: 'Used', value: k => k.used, cell: k => `${k.used}/${k.maxUsage}`, figure: true },
    { head: 'Uses', value: k => k.maxUsage, inFile: true },
    { head: 'Good until', value: k => k.expiresAt, cell: k => <GoodUntil code={k} /> },
    { head: 'Void since', value: k => k.voidedAt, inFile: true },
    {
      head: 'Batch',
      value: k => k.batchId,
      cell: k => (k.batchId ? <a href={hrefs.batch(k.batchId)}>Batch {k.batchId}</a> : k.isTest ? 'Test Coupon' : ''),
      minor: true,
    },
    { head: 'Since', value: k => k.createdAt, minor: true },
  ],
  filters: [schoolFilter, productFilter, stateFilter(codeStates)],
  sorts: codeSorts,
  empty: 'No code matches.',
  holds: 'codes',
  bulk: { actions: ['extend', 'void'], key: k => k.code, name: k => k.code },
  find: listCodes,
}

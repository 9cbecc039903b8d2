import { previewMove } from '#src/access/code-moves.ts'
import type { StaffCoupon, StaffUse } from '#src/access/rules/staff-codes.ts'
import { moveRefusalText } from '#src/access/texts/access-refusals.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { productLabel } from '#src/courses/rules/activation.ts'
import type { FoundRow } from '#src/desk/rules/search-results.ts'
import { findRows } from '#src/desk/search.ts'
import { posted } from '../../answer.ts'
import { hrefs } from '../../paths.ts'
import { ActionButton, PostButton } from '../../ui/button.tsx'
import { Badge, Bullets, Copied, DataTable, Facts, linkTo } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Beside, Panel, useDates, usePosted } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { TwoLines } from '../list/list-panel.tsx'
import { rightsOf, type StaffContext, urlParam, useRights } from '../staff-screen.ts'

/** A row that a code could move to. */
interface Target extends FoundRow {
  /** The reason why the code cannot move there. */
  refused: string | null
}

/** Actions that a use of a code allows without another step. */
interface UseMoves {
  /** Effects of a release. Null if it is refused. */
  release: { says: string[]; effectsKey: string } | null
  /** Other rows of the person that need the code. */
  own: Target[]
}

/** The people found for the transfer of a use. */
type TransferPick = NonNullable<Awaited<ReturnType<typeof findPick>>>

/** Uses of a code whose moves are prepared; a class code may have hundreds. */
const MOST_PREPARED = 3
/** Rows of one search that are checked. */
const MOST_CHECKED = 20

/** Returns the moves of each use, by its id. Empty for a role that may not move codes, and for a code with many uses. */
export const movesOf = async (context: StaffContext, coupon: StaffCoupon): Promise<Record<number, UseMoves>> => {
  const { app, staff } = context
  if (!rightsOf(staff).change || coupon.uses.length > MOST_PREPARED) return {}
  const moves = coupon.uses.map(async use => {
    const release = await previewMove(app, { code: coupon.code, token: use.token }, staff)
    const own = await findTargets(context, coupon, use, use.token)
    const asked = context.query.use ? '' : urlParam(context, 'to')
    const suggested = asked && asked !== use.token ? await findTargets(context, coupon, use, asked) : []
    const all = new Map([...suggested, ...own].map(target => [target.token, target]))
    return [use.id, { release: release.ok ? release : null, own: [...all.values()].filter(o => o.refused === null) }]
  })
  return Object.fromEntries(await Promise.all(moves))
}

/** Finds the rows of a person by the words of Find, those first that the code can move to. */
export const findTargets = async ({ app, staff }: StaffContext, coupon: StaffCoupon, use: StaffUse, who: string) => {
  const rows = (await findRows(app, who, staff)).filter(row => row.token !== use.token).slice(0, MOST_CHECKED)
  const targets: Target[] = []
  for (const row of rows) {
    const move = { code: coupon.code, token: use.token, toToken: row.token }
    const preview = await previewMove(app, move, staff)
    targets.push({ ...row, refused: preview.ok ? null : moveRefusalText(preview).message })
  }
  return targets.sort((a, b) => Number(a.refused !== null) - Number(b.refused !== null))
}

/** Finds people for one use: those that the address names, or a form that was refused. */
export const findPick = async (context: StaffContext, coupons: StaffCoupon[]) => {
  const sent = posted(context.answer, 'transfer').fields
  const { query } = context
  const { id, who } = sent.who === undefined ? { id: query.use, who: query.to } : { id: sent.use_id, who: sent.who }
  if (who === undefined) return null
  const found = findUseIn(coupons, id)
  return found && { useId: found.use.id, who, targets: await findTargets(context, found.coupon, found.use, who) }
}

/** Returns the use with this id, and its code. */
export const findUseIn = (coupons: StaffCoupon[], id: string | undefined) =>
  coupons.flatMap(coupon => coupon.uses.map(use => ({ coupon, use }))).find(({ use }) => String(use.id) === id) ?? null

interface CodeDetailsProps {
  coupon: StaffCoupon
  history: AuditEntry[]
  expires: string
  moves: Record<number, UseMoves>
  pick: TransferPick | null
}

/** One code: its product, its uses, and forms to change, transfer or release it. */
export const CodeDetails = ({ coupon, history, expires, moves, pick }: CodeDetailsProps) => {
  const { date } = useDates()
  const { change, manage } = useRights()
  return (
    <Beside>
      <div>
        <Panel title={coupon.code}>
          <Facts
            of={[
              ['Code', <Copied key="c">{coupon.code}</Copied>],
              ['Product', linkTo(hrefs.product(coupon.product.productCode), productLabel(coupon.product))],
              ['Used', `${coupon.used}/${coupon.maxUsage}`],
              ['Good until', coupon.expiresAt ? date(coupon.expiresAt) : 'no end date'],
              ['Void', coupon.voidedAt && `since ${date(coupon.voidedAt)}. A change below makes it valid again.`],
              ['Test Coupon', coupon.isTest ? 'yes, for one course only' : null],
              ['Batch', coupon.batchId && <a href={hrefs.batch(coupon.batchId)}>Batch {coupon.batchId}</a>],
            ]}
          />
          <h3>Used by</h3>
          <DataTable
            caption="Enrollments and memberships with this code"
            head={['Email', 'Course', 'Since', 'State']}
            empty="No one has used this code yet."
            rows={coupon.uses.map(use => ({
              key: use.id,
              cells: [
                linkTo(hrefs.token(use.token), use.email ?? use.token),
                use.course,
                date(use.attachedAt),
                <State key="s" use={use} />,
              ],
            }))}
          />
        </Panel>
        {change &&
          coupon.uses.map(use => (
            <UseForms
              key={use.id}
              coupon={coupon}
              use={use}
              moves={moves[use.id]}
              pick={pick?.useId === use.id ? pick : null}
            />
          ))}
        {manage && <ChangeForm coupon={coupon} expires={expires} />}
      </div>
      <History entries={history} />
    </Beside>
  )
}

const State = ({ use }: { use: StaffUse }) => {
  if (use.voidedAt) return <Badge tone="problem">taken back</Badge>
  return use.isProcessed ? <Badge tone="good">has access</Badge> : <Badge>not finished</Badge>
}

const ChangeForm = ({ coupon, expires }: { coupon: StaffCoupon; expires: string }) => {
  const { fields } = usePosted('change')
  const typed = fields.coupon_code === coupon.code ? fields : {}
  return (
    <Panel title="Change this code">
      <form method="post" action={hrefs.accessCode(coupon.code)} className="form">
        <input type="hidden" name="coupon_code" value={coupon.code} />
        <div className="row">
          <Field
            label="Uses"
            name="max_usage"
            type="number"
            min={Math.max(1, coupon.used)}
            max={10000}
            defaultValue={typed.max_usage ?? coupon.maxUsage}
            required
          />
          <Field
            label="Good until"
            hint="Leave empty for no end date"
            name="expires_at"
            type="date"
            defaultValue={typed.expires_at ?? expires}
          />
        </div>
        <ActionButton intent="change" label="Change" look="quiet" />
      </form>
    </Panel>
  )
}

interface UseFormsProps {
  coupon: StaffCoupon
  use: StaffUse
  /** Absent for a code with many uses. */
  moves: UseMoves | undefined
  pick: TransferPick | null
}

/** Transfers a use to a person who is picked, or releases it. */
const UseForms = ({ coupon, use, moves, pick }: UseFormsProps) => {
  const { problems } = usePosted('transfer')
  return (
    <Panel title={`${use.email ?? use.token}, ${use.course}`}>
      <form method="post" action={hrefs.accessCode(coupon.code)} className="row">
        <input type="hidden" name="use_id" value={use.id} />
        <Field
          label="Transfer to"
          hint="Name, email, code or link of the person"
          name="who"
          defaultValue={pick?.who}
          problem={pick ? problems.who : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
        />
        <ActionButton intent="transfer" label="Find person" look="quiet" />
      </form>
      <Targets coupon={coupon} use={use} targets={pick?.targets ?? moves?.own ?? []} />
      <Release coupon={coupon} use={use} effects={moves?.release ?? null} />
    </Panel>
  )
}

/** Everybody who was found, with their state: those to whom the code can move first, each with a button. */
const Targets = ({ coupon, use, targets }: Omit<UseFormsProps, 'moves' | 'pick'> & { targets: Target[] }) => {
  if (targets.length === 0) return null
  return (
    <>
      <DataTable
        caption={`People to whom ${coupon.code} can move`}
        head={['Person', 'State', 'Transfer']}
        rows={targets.map(target => ({
          key: target.token,
          cells: [
            <TwoLines
              key="p"
              below={[target.email, target.course, target.school, target.term].filter(Boolean).join(', ')}
            >
              <a href={hrefs.token(target.token)}>{target.name}</a>
            </TwoLines>,
            target.state,
            target.refused ?? (
              <PostButton
                key="f"
                to={hrefs.accessCode(coupon.code)}
                fields={{ use_id: use.id, token: target.token }}
                intent="transfer"
                label="Transfer…"
                aria-label={`Transfer to ${target.name}…`}
              />
            ),
          ],
        }))}
      />
      {/* The use's own row may have been among them. */}
      {targets.length >= MOST_CHECKED - 1 && <p className="soft">There may be more. Type the email to see fewer.</p>}
    </>
  )
}

/** With known effects it asks for the reason at once, else on a page of its own. */
const Release = ({ coupon, use, effects }: { coupon: StaffCoupon; use: StaffUse; effects: UseMoves['release'] }) => (
  <form method="post" action={hrefs.accessCode(coupon.code)} className="form">
    <input type="hidden" name="use_id" value={use.id} />
    {effects && (
      <>
        <h3>Release</h3>
        <Bullets of={effects.says} />
        <input type="hidden" name="confirmed" value={effects.effectsKey} />
        <Field label="Reason" name="reason" maxLength={500} autoComplete="off" />
      </>
    )}
    <ActionButton intent="release" label={effects ? 'Release' : 'Release…'} look={effects ? 'danger' : 'quiet'} />
  </form>
)

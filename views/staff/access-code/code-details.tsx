import type { StaffCoupon, StaffUse } from '#src/codes/rules/staff-coupon.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { hrefs } from '../../paths.ts'
import { usePosted } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Beside, Panel } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import { TwoLines } from '../list/two-lines.tsx'
import type { Rights } from '../staff-screen.ts'
import type { Target, TransferPick, UseMoves } from './use-moves.ts'

interface CodeDetailsProps {
  coupon: StaffCoupon
  history: AuditEntry[]
  expires: string
  moves: Record<number, UseMoves>
  pick: TransferPick | null
  rights: Rights
  timezone: string
}

/** One code: its product, its uses, and forms to change, transfer or release it. */
export const CodeDetails = ({ coupon, history, expires, moves, pick, rights, timezone }: CodeDetailsProps) => (
  <Beside>
    <div>
      <Panel title={coupon.code}>
        <Facts
          of={[
            ['Code', <Copied key="c">{coupon.code}</Copied>],
            ['Product', <ProductLink key="p" product={coupon.product} />],
            ['Used', `${coupon.used}/${coupon.maxUsage}`],
            ['Good until', coupon.expiresAt ? shortDate(coupon.expiresAt, timezone) : 'no end date'],
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
              <a key="t" href={hrefs.token(use.token)}>
                {use.email ?? use.token}
              </a>,
              use.course,
              shortDate(use.attachedAt, timezone),
              <State key="s" use={use} />,
            ],
          }))}
        />
      </Panel>
      {rights.change &&
        coupon.uses.map(use => (
          <UseForms
            key={use.id}
            coupon={coupon}
            use={use}
            moves={moves[use.id]}
            pick={pick?.useId === use.id ? pick : null}
          />
        ))}
      {rights.manage && <ChangeForm coupon={coupon} expires={expires} />}
    </div>
    <History entries={history} timezone={timezone} />
  </Beside>
)

const ProductLink = ({ product }: Pick<StaffCoupon, 'product'>) => (
  <a href={hrefs.product(product.productCode)}>
    {product.name} ({product.productCode})
  </a>
)

const State = ({ use }: { use: StaffUse }) =>
  use.voidedAt ? (
    <span className="tag tag-problem">taken back</span>
  ) : use.isProcessed ? (
    <span className="tag tag-good">has access</span>
  ) : (
    <span className="tag">not finished</span>
  )

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
        <Button look="quiet" name="intent" value="change">
          Change
        </Button>
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
        <Button look="quiet" name="intent" value="transfer">
          Find person
        </Button>
      </form>
      <Targets coupon={coupon} use={use} targets={pick?.targets ?? moves?.own ?? []} />
      <Release coupon={coupon} use={use} effects={moves?.release ?? null} />
    </Panel>
  )
}

/** Rows that the code can move to, each with its button. If there is none, the found rows say why. */
const Targets = ({ coupon, use, targets }: Omit<UseFormsProps, 'moves' | 'pick'> & { targets: Target[] }) => {
  const able = targets.filter(target => target.refused === null)
  const shown = able.length > 0 ? able : targets.slice(0, MOST_REFUSED)
  if (shown.length === 0) return null
  return (
    <DataTable
      caption={`People to whom ${coupon.code} can move`}
      head={['Person', 'Transfer']}
      empty=""
      rows={shown.map(target => ({
        key: target.token,
        cells: [
          <TwoLines key="p" below={[target.email, target.course, target.school].filter(Boolean).join(', ')}>
            <a href={hrefs.token(target.token)}>{target.name}</a>
          </TwoLines>,
          target.refused ?? (
            <form key="f" method="post" action={hrefs.accessCode(coupon.code)}>
              <input type="hidden" name="use_id" value={use.id} />
              <input type="hidden" name="token" value={target.token} />
              <Button look="quiet" name="intent" value="transfer" aria-label={`Transfer to ${target.name}…`}>
                Transfer…
              </Button>
            </form>
          ),
        ],
      }))}
    />
  )
}

const MOST_REFUSED = 5

interface ReleaseProps {
  coupon: StaffCoupon
  use: StaffUse
  effects: UseMoves['release']
}

/** With known effects it asks for the reason at once, else on a page of its own. */
const Release = ({ coupon, use, effects }: ReleaseProps) => (
  <form method="post" action={hrefs.accessCode(coupon.code)} className="form">
    <input type="hidden" name="use_id" value={use.id} />
    {effects && (
      <>
        <h3>Release</h3>
        <ul className="bullets">
          {effects.says.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <input type="hidden" name="confirmed" value={effects.effectsKey} />
        <Field label="Reason" name="reason" maxLength={500} autoComplete="off" />
      </>
    )}
    <div className="buttons">
      <Button look={effects ? 'danger' : 'quiet'} name="intent" value="release">
        {effects ? 'Release' : 'Release…'}
      </Button>
    </div>
  </form>
)

import type { StaffCoupon, StaffUse } from '#src/codes/rules/staff-coupon.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { shortDate } from '#src/core/rules/business-day.ts'
import { hrefs } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Copied, Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Beside, Panel } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import type { Rights } from '../staff-screen.ts'
import { UseForms } from './use-forms.tsx'
import type { TransferPick, UseMoves } from './use-moves.ts'

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

const ChangeForm = ({ coupon, expires }: { coupon: StaffCoupon; expires: string }) => (
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
          defaultValue={coupon.maxUsage}
          required
        />
        <Field
          label="Good until"
          hint="Leave empty for no end date"
          name="expires_at"
          type="date"
          defaultValue={expires}
        />
      </div>
      <Button look="quiet" name="intent" value="change">
        Change
      </Button>
    </form>
  </Panel>
)

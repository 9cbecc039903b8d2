import { shortDate } from '#src/core/rules/business-day.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { hrefs, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { TwoLines } from '../list/two-lines.tsx'
import type { PaymentsPage } from './load.ts'

interface FlagsProps {
  flags: PaymentsPage['flags']
  canClose: boolean
  timezone: string
}

/** Payments that need attention, oldest first. Most flags close by themselves when their cause is gone. */
export const Flags = ({ flags, canClose, timezone }: FlagsProps) => (
  <Panel title={flags.length === 0 ? 'Needs attention' : `Needs attention (${flags.length})`}>
    <DataTable
      caption="Payments that need attention"
      head={['Payment', 'Amount', 'Problem', 'Since', 'What was done']}
      figures={[1]}
      empty="No payments need attention."
      rows={flags.map(f => ({
        key: f.id,
        cells: [
          <TwoLines key="w" below={<a href={hrefs.coursePage(f.courseId)}>{f.course}</a>}>
            <a href={hrefs.personPage(f.personId)}>{f.name ?? f.email ?? f.token}</a>
          </TwoLines>,
          <a key="a" href={hrefs.paymentPage(f.checkoutId)}>
            {moneyText(f)}
          </a>,
          f.sentence,
          shortDate(f.openedAt, timezone),
          canClose && (
            <form key="f" method="post" action={paths.payments} className="close-flag">
              <input type="hidden" name="id" value={f.id} />
              <input
                className="input"
                name="note"
                maxLength={500}
                placeholder="What you did"
                aria-label="What you did"
              />
              <Button look="quiet" name="intent" value="close">
                Mark as done
              </Button>
            </form>
          ),
        ],
      }))}
    />
  </Panel>
)

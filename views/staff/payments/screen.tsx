import { hrefs, paths } from '../../paths.ts'
import { OfficePage } from '../../ui/office-page.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import { csvOf } from '../list/staff-list.ts'
import { Lookup } from '../lookup.tsx'
import { staffScreen } from '../staff-screen.ts'
import { TimeZoneNote } from '../time-zone-note.tsx'
import { Comparisons } from './comparisons.tsx'
import { Flags } from './flag-lists.tsx'
import { flagActions } from './flags.ts'
import { compare, loadPayments, type PaymentsPage, refund } from './load.ts'
import { paymentList } from './payment-list.tsx'
import { PaymentPanel } from './payment-panel.tsx'

/** Payments: those that need attention and the comparisons, or the payments of one person with refunds. */
export const paymentsScreen = staffScreen<PaymentsPage>({
  path: paths.payments,
  nav: { group: 'People', label: 'Payments', waits: 'payments' },
  load: async context => csvOf(paymentList, context) ?? loadPayments(context),
  submit: { refund, ...flagActions, compare },
  fields: ['note'],
  View: ({ data, site }) => (
    <OfficePage title="Payments" lead="Find a payment, or review the ones that need attention.">
      <Lookup
        action={paths.payments}
        label="Token"
        name="token"
        defaultValue={data.token}
        problem={data.problem ?? undefined}
        button="Find"
      />
      <TimeZoneNote timezone={site.timezone} />
      {data.person ? (
        <>
          <p>
            <a href={hrefs.token(data.token)}>
              {data.person.entitlement.name ?? data.person.entitlement.email ?? data.token}
            </a>
          </p>
          {data.person.payments.length === 0 && <p className="soft">This person has not started a card payment.</p>}
          {data.person.payments.map(p => (
            <PaymentPanel
              key={p.checkout.sessionId}
              payment={p}
              token={data.token}
              action={hrefs.payments(data.token)}
              canChange={data.rights.change}
              timezone={site.timezone}
            />
          ))}
        </>
      ) : (
        !data.token && (
          <>
            <Flags flags={data.flags} closed={data.closed} canChange={data.rights.change} timezone={site.timezone} />
            {data.list && <ListPanel list={paymentList} shown={data.list} timezone={site.timezone} />}
            <Comparisons compared={data.compared} canStart={data.rights.change} timezone={site.timezone} />
          </>
        )
      )}
    </OfficePage>
  ),
})

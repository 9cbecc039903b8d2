import { calledName } from '#src/access/rules/entitlement.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { courseName } from '#src/courses/rules/course.ts'
import { findStaffPayment } from '#src/payments/payments.ts'
import { hrefs, paths } from '../../paths.ts'
import { page } from '../../screen.ts'
import { Facts, linkTo } from '../../ui/facts.tsx'
import { Beside, NotFound, OfficePage, Panel } from '../../ui/office-page.tsx'
import { History, historyOf, TimeZoneNote } from '../history.tsx'
import { PaymentPanel } from '../payments/payment-panel.tsx'
import { flagActions } from '../payments/payments.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen, urlId } from '../staff-screen.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findStaffPayment>>>

interface PaymentPage extends Found {
  history: AuditEntry[]
  rights: Rights
}

const load = async (context: StaffContext): Promise<PaymentPage | null> => {
  const { app, staff } = context
  const id = urlId(context)
  const found = await findStaffPayment(app, id, staff)
  if (!found) return null
  const history = await historyOf(context, [{ kind: 'entitlement', id: found.entitlement.id }])
  return { ...found, history, rights: rightsOf(staff) }
}

/** One card payment: what was bought and by whom, its state, refunds and disputes. */
export const paymentPageScreen = staffScreen<PaymentPage | null>({
  path: paths.paymentPage,
  load: async context => {
    const data = await load(context)
    return page(data, { title: 'Payment', status: data ? 200 : 404 })
  },
  submit: flagActions,
  fields: ['note'],
  View: ({ data, site }) => {
    const lead = 'We could not find this payment.'
    if (!data) return <NotFound title="Payment" lead={lead} list={[paths.payments, 'All payments']} />
    const { entitlement, payment, rights } = data
    const { checkout } = payment
    const paid = moneyText({ amount: payment.total ?? checkout.amount, currency: checkout.currency })
    return (
      <OfficePage title={`Payment of ${paid}`} lead={`${calledName(entitlement)}, ${courseName(entitlement.course)}`}>
        <TimeZoneNote timezone={site.timezone} />
        <Beside>
          <div>
            <PaymentPanel
              payment={payment}
              token={entitlement.token}
              action={hrefs.paymentPage(checkout.id)}
              canChange={rights.change}
              timezone={site.timezone}
            />
          </div>
          <div>
            <Panel title="Whose payment">
              <Facts
                of={[
                  ['Person', linkTo(hrefs.personPage(entitlement.personId), calledName(entitlement))],
                  ['Email', entitlement.email && linkTo(hrefs.email(entitlement.email), entitlement.email)],
                  ['Course', linkTo(hrefs.coursePage(entitlement.course.id), courseName(entitlement.course))],
                  ['Other payments', linkTo(hrefs.payments(entitlement.token), 'All payments of this person')],
                ]}
              />
            </Panel>
            <History entries={data.history} timezone={site.timezone} title="History of this person" />
          </div>
        </Beside>
      </OfficePage>
    )
  },
})

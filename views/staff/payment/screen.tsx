import { calledName } from '#src/access/rules/entitlement.ts'
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
import { type StaffContext, staffScreen, urlId } from '../staff-screen.ts'

const load = async (context: StaffContext) => {
  const found = await findStaffPayment(context.app, urlId(context), context.staff)
  const history = found && (await historyOf(context, [{ kind: 'entitlement', id: found.entitlement.id }]))
  return page(found && { ...found, history: history ?? [] }, { title: 'Payment', status: found ? 200 : 404 })
}

/** One card payment: what was bought and by whom, its state, refunds and disputes. */
export const paymentPageScreen = staffScreen({
  path: paths.paymentPage,
  load,
  submit: flagActions,
  fields: ['note'],
  View: ({ data }) => {
    const lead = 'We could not find this payment.'
    if (!data) return <NotFound title="Payment" lead={lead} list={[paths.payments, 'All payments']} />
    const { entitlement, payment } = data
    const { checkout } = payment
    const paid = moneyText({ amount: payment.total ?? checkout.amount, currency: checkout.currency })
    return (
      <OfficePage title={`Payment of ${paid}`} lead={`${calledName(entitlement)}, ${courseName(entitlement.course)}`}>
        <TimeZoneNote />
        <Beside>
          <div>
            <PaymentPanel payment={payment} token={entitlement.token} action={hrefs.paymentPage(checkout.id)} />
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
            <History entries={data.history} title="History of this person" />
          </div>
        </Beside>
      </OfficePage>
    )
  },
})

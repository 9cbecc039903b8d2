import { calledName } from '#src/access/rules/entitlement.ts'
import type { AuditEntry } from '#src/core/rules/audit.ts'
import { moneyText } from '#src/core/rules/money.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { courseName } from '#src/courses/rules/course.ts'
import type { Modules } from '#src/modules.ts'
import { type FlagNote, hrefs, paths } from '../../paths.ts'
import { page, type Result } from '../../screen.ts'
import { Facts } from '../../ui/facts.tsx'
import { Feedback, type FeedbackText } from '../../ui/feedback.tsx'
import { Beside, OfficePage, Panel } from '../../ui/office-page.tsx'
import { History } from '../history.tsx'
import type { FlagProblem } from '../payments/flag-forms.tsx'
import { closeFlag, type FlagRefused, flagFeedback, reopenFlag } from '../payments/flags.ts'
import { PaymentPanel } from '../payments/payment-panel.tsx'
import { type Rights, rightsOf, type StaffContext, staffScreen, urlParam } from '../staff-screen.ts'
import { TimeZoneNote } from '../time-zone-note.tsx'

type Found = NonNullable<Awaited<ReturnType<Modules['payments']['findStaffPayment']>>>

interface PaymentPage extends Found {
  history: AuditEntry[]
  rights: Rights
  feedback: FeedbackText | null
  flagProblem: FlagProblem | null
}

const idOf = (context: StaffContext): number => rowId(urlParam(context, 'id')) ?? 0

const show = async (
  context: StaffContext,
  { status = 200, feedback = null, flagProblem = null }: Partial<FlagRefused> = {},
): Promise<Result<PaymentPage | null>> => {
  const { modules, staff } = context
  const found = await modules.payments.findStaffPayment(idOf(context), staff)
  if (!found) return page<PaymentPage | null>(null, { title: 'Payment', status: 404 })
  const subject = { kind: found.entitlement.kind, id: found.entitlement.id }
  const history = await modules.staff.listAudit({ subject, changesOnly: true, most: 30 }, staff)
  const data = { ...found, history, rights: rightsOf(staff), feedback, flagProblem }
  return page<PaymentPage | null>(data, { title: 'Payment', status })
}

const flagPage = (context: StaffContext) => ({
  to: (note: FlagNote) => hrefs.paymentPage(idOf(context), note),
  show: (refused: FlagRefused) => show(context, refused),
})

/** One card payment: what was bought and by whom, its state, refunds and disputes. */
export const paymentPageScreen = staffScreen<PaymentPage | null>({
  path: paths.paymentPage,
  load: context => show(context, { feedback: flagFeedback(context) }),
  submit: {
    close: (context, form) => closeFlag(context, form, flagPage(context)),
    reopen: (context, form) => reopenFlag(context, form, flagPage(context)),
  },
  View: ({ data, site }) => {
    if (!data)
      return (
        <OfficePage title="Payment" lead="We could not find this payment.">
          <p>
            <a href={paths.payments}>All payments</a>
          </p>
        </OfficePage>
      )
    const { entitlement, payment, rights, feedback, flagProblem } = data
    const { checkout } = payment
    const paid = moneyText({ amount: payment.total ?? checkout.amount, currency: checkout.currency })
    return (
      <OfficePage title={`Payment of ${paid}`} lead={`${calledName(entitlement)}, ${courseName(entitlement.course)}`}>
        <TimeZoneNote timezone={site.timezone} />
        <Feedback feedback={feedback} />
        <Beside>
          <div>
            <PaymentPanel
              payment={payment}
              token={entitlement.token}
              action={hrefs.paymentPage(checkout.id)}
              flagProblem={flagProblem}
              canChange={rights.change}
              timezone={site.timezone}
            />
          </div>
          <div>
            <Panel title="Whose payment">
              <Facts
                of={[
                  [
                    'Person',
                    <a key="p" href={hrefs.personPage(entitlement.personId)}>
                      {calledName(entitlement)}
                    </a>,
                  ],
                  [
                    'Email',
                    entitlement.email && (
                      <a key="e" href={hrefs.email(entitlement.email)}>
                        {entitlement.email}
                      </a>
                    ),
                  ],
                  [
                    'Course',
                    <a key="c" href={hrefs.coursePage(entitlement.course.id)}>
                      {courseName(entitlement.course)}
                    </a>,
                  ],
                  [
                    'Other payments',
                    <a key="o" href={hrefs.payments(entitlement.token)}>
                      All payments of this person
                    </a>,
                  ],
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

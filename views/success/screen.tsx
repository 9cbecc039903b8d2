import { framers } from '#src/domain/course.ts'
import { entitlementMessages } from '#src/domain/entitlement.ts'
import { type SuccessPage, successPage } from '#src/domain/success.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { page, screen } from '../screen.ts'
import { Help } from '../ui/help.tsx'
import { Message } from '../ui/message.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import Confirming from './confirming.island.tsx'
import { PaymentState } from './payment-state.tsx'

type Data = { found: true; school: string; shown: SuccessPage; here: string } | { found: false; message: string }

/** Where the card provider sends a person of an LTI launch back to. Opening it is one of the doors that fulfil a payment. */
export const ltiSuccess = screen<Data>({
  path: paths.ltiSuccess,
  access: 'public',
  chrome: 'bare',
  load: async ({ query, operations }) => {
    const { token, session_id: sessionId } = query
    const confirmed = token ? await operations.confirmCheckout({ token, sessionId }) : null
    if (!confirmed) {
      const message = token ? entitlementMessages.tokenNotFound : entitlementMessages.noToken
      return page({ found: false, message }, { title: 'Link not found', status: token ? 404 : 400 })
    }
    const { entitlement, status } = confirmed
    const here = `${paths.ltiSuccess}?${new URLSearchParams(query)}`
    return page(
      { found: true, school: entitlement.school.name, shown: successPage(entitlement, status), here },
      { title: 'Your payment', framedBy: { lms: framers(entitlement.course) } },
    )
  },
  View: ({ data, site }) =>
    data.found ? (
      <div className="column">
        <PageHeader title={data.shown.course} about={data.school} />
        <section className="card">
          {data.shown.state === 'confirming' ? (
            <Island of={Confirming} props={{ page: data.shown, here: data.here }} eager />
          ) : (
            <PaymentState page={data.shown} here={data.here} />
          )}
        </section>
        <Help support={site.support} />
      </div>
    ) : (
      <Message title={data.message} site={site}>
        <p>Go back to your course and open the link there again. It shows how your payment stands.</p>
      </Message>
    ),
})

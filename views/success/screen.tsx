import { framers } from '#src/domain/course.ts'
import { entitlementMessages } from '#src/domain/entitlement.ts'
import { type SuccessPage, successPage, successWithoutPayment } from '#src/domain/success.ts'
import type { Confirmed } from '#src/operations/confirm-checkout.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { TestMode } from '../pay/card-offer.tsx'
import { type LocalPath, type Page, page, type Site, screen } from '../screen.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Help } from '../ui/help.tsx'
import { Message } from '../ui/message.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import Confirming from './confirming.island.tsx'
import { PaymentState } from './payment-state.tsx'

type Data =
  | { show: 'payment'; school: string; shown: SuccessPage; here: string }
  | { show: 'course'; courseUrl: string | null }
  | { show: 'nothing'; message: string }

const draw = ({ entitlement, status }: Confirmed, path: LocalPath, query: Record<string, string>): Page<Data> =>
  page(
    {
      show: 'payment',
      school: entitlement.school.name,
      shown: successPage(entitlement, status),
      here: `${path}?${new URLSearchParams(query)}`,
    },
    { title: 'Your payment', framedBy: { lms: framers(entitlement.course) } },
  )

const View = ({ data, site }: { data: Data; site: Site }) => {
  if (data.show === 'nothing') {
    return (
      <Message title={data.message} site={site}>
        <p>Go back to your course and open the link there again. It shows how your payment stands.</p>
      </Message>
    )
  }
  if (data.show === 'course') {
    return (
      <Message title={successWithoutPayment.title} site={site}>
        <p>{successWithoutPayment.text}</p>
        {data.courseUrl ? (
          <ButtonLink href={data.courseUrl}>Open your course</ButtonLink>
        ) : (
          <p>Go back to your course and open the link there again. It shows how your payment stands.</p>
        )}
      </Message>
    )
  }
  return (
    <div className="column">
      <PageHeader title={data.shown.course} about={data.school} />
      <section className="card">
        {data.shown.state === 'confirming' ? (
          <Island of={Confirming} props={{ page: data.shown, here: data.here }} eager />
        ) : (
          <PaymentState page={data.shown} here={data.here} />
        )}
        {!site.live && (
          <p className="mode">
            <TestMode />
          </p>
        )}
      </section>
      <Help support={site.support} />
    </div>
  )
}

/** Where the card provider sends a person of an LTI launch back to. Opening it is one of the doors that fulfil a payment. */
export const ltiSuccess = screen<Data>({
  path: paths.ltiSuccess,
  access: 'public',
  chrome: 'bar',
  load: async ({ query, operations }) => {
    const { token, session_id: sessionId } = query
    const confirmed = token ? await operations.confirmCheckout({ token, sessionId }) : null
    if (confirmed) return draw(confirmed, paths.ltiSuccess, query)
    const message = token ? entitlementMessages.tokenNotFound : entitlementMessages.noToken
    return page({ show: 'nothing', message }, { title: 'Link not found', status: token ? 404 : 400 })
  },
  View,
})

/**
 * The same for who signed up by a teacher's link. Who paid shows by the provider's own id; without one the page says only
 * what is true for everybody. The course's address is our own, never the query's (rules.md D10).
 */
export const success = screen<Data>({
  path: paths.success,
  access: 'public',
  chrome: 'bar',
  load: async ({ query, operations }) => {
    const { session_id: sessionId, course_id: courseId } = query
    const confirmed = sessionId ? await operations.confirmCheckout({ sessionId }) : null
    if (confirmed) return draw(confirmed, paths.success, query)
    const courseUrl = await operations.findHostedCourseUrl(Number(courseId))
    return page({ show: 'course', courseUrl }, { title: successWithoutPayment.title })
  },
  View,
})

import { entitlementMessages } from '#src/access/rules/entitlement.ts'
import { framers } from '#src/courses/rules/course.ts'
import type { Confirmed } from '#src/payments/index.ts'
import { processedMessage, type SuccessPage, successPage } from '#src/payments/rules/success-page.ts'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { TestMode } from '../pay/card-offer.tsx'
import { type LocalPath, type Page, page, type ScreenContext, type Site, screen } from '../screen.ts'
import { toPlatform } from '../to-platform.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Help } from '../ui/help.tsx'
import { Message } from '../ui/message.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import Confirming from './confirming.island.tsx'
import { PaymentState } from './payment-state.tsx'

interface Found {
  found: true
  school: string
  shown: SuccessPage
  here: string
}

/** Shows the state of a payment. Opening the page also fulfils the payment if the webhook has not. */
const found = (confirmed: Confirmed, path: LocalPath, { query, site, now, modules }: ScreenContext): Page<Found> => {
  const { entitlement } = confirmed
  const here = `${path}?${new URLSearchParams(query)}`
  const opensLater = modules.canvas.opensLater(entitlement)
  const success = successPage(entitlement, { ...confirmed, timezone: site.timezone, now, opensLater })
  const shown = { ...success, courseUrl: toPlatform(success.courseUrl, site) }
  return page(
    { found: true, school: entitlement.school.name, shown, here },
    {
      title: 'Your payment',
      framedBy: path === paths.success ? 'nobody' : { lms: framers(entitlement.course, entitlement.seenOrigin) },
    },
  )
}

const PaymentView = ({ data, site }: { data: Found; site: Site }) => (
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

/** A link with an unknown token. */
interface Unknown {
  found: false
  message: string
}

const unknown = (token: string | undefined): Page<Unknown> =>
  page(
    { found: false, message: token ? entitlementMessages.tokenNotFound : entitlementMessages.noToken },
    { title: entitlementMessages.linkNotFound, status: token ? 404 : 400 },
  )

const UnknownView = ({ message, site }: { message: string; site: Site }) => (
  <Message title={message} site={site}>
    <p>Go back to your course and open the link there again to see your payment.</p>
  </Message>
)

/** Return page of the checkout for LTI launches. */
export const ltiSuccess = screen<Found | Unknown>({
  path: paths.ltiSuccess,
  access: 'public',
  chrome: 'bar',
  load: async context => {
    const { token, session_id: sessionId } = context.query
    const confirmed = token ? await context.modules.payments.confirmCheckout({ token, sessionId }) : null
    return confirmed ? found(confirmed, paths.ltiSuccess, context) : unknown(token)
  },
  View: ({ data, site }) =>
    data.found ? <PaymentView data={data} site={site} /> : <UnknownView message={data.message} site={site} />,
})

/** A visitor from the card provider whose payment is unknown here. */
interface Unnamed {
  found: false
  message: null
  /** Our own course with this id. The link is never built from the query. */
  course: { name: string; url: string } | null
  test: boolean
}

/** Return page of the checkout for sign-ups. `live` only changes the badge. */
export const success = screen<Found | Unknown | Unnamed>({
  path: paths.success,
  access: 'public',
  chrome: 'bar',
  load: async context => {
    const { course_id: courseId, live, token, session_id: sessionId } = context.query
    const confirmed = token || sessionId ? await context.modules.payments.confirmCheckout({ token, sessionId }) : null
    if (confirmed) return found(confirmed, paths.success, context)
    if (token) return unknown(token)
    const course = courseId ? await context.modules.courses.findCourseLink(courseId) : null
    return page({ found: false, message: null, course, test: live === 'false' }, { title: 'Your payment' })
  },
  View: ({ data, site }) => {
    if (data.found) return <PaymentView data={data} site={site} />
    return data.message === null ? (
      <Processed {...data} site={site} />
    ) : (
      <UnknownView message={data.message} site={site} />
    )
  },
})

const Processed = ({ course, test, site }: Unnamed & { site: Site }) => (
  <Message title="Thank you" site={site}>
    {test && <span className="badge">Test mode</span>}
    <p className="lead">{processedMessage}</p>
    <p>We will email your receipt. If your course is not open yet, wait a minute and try again. Do not pay twice.</p>
    {course ? (
      <ButtonLink href={toPlatform(course.url, site)} top>
        {`Open ${course.name}`}
      </ButtonLink>
    ) : (
      <p>Open your course with the link from your teacher.</p>
    )}
  </Message>
)

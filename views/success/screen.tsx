import { opensLater } from '#src/canvas/canvas-people.ts'
import type { Language } from '#src/core/rules/language.ts'
import { findCourseLink } from '#src/courses/courses.ts'
import { framers } from '#src/courses/rules/course.ts'
import type { HelpSlot } from '#src/messages/rules/signed-help.ts'
import { type Confirmed, confirmCheckout } from '#src/payments/checkout-checks.ts'
import { type SuccessPage, successPage } from '#src/payments/texts/success-page.ts'
import { textsIn } from '#src/texts/catalogues.ts'
import { type Lost, LostLink, lostLink } from '../help/help-corner.tsx'
import { Island } from '../island-host.tsx'
import { paths } from '../paths.ts'
import { TestMode } from '../pay-panel/agree-step.tsx'
import { type DataOf, type LocalPath, page, type ScreenContext, type Site, screen } from '../screen.ts'
import { HelpWithClip } from '../signed-help/signed-help.tsx'
import { toPlatform } from '../to-platform.ts'
import { ButtonLink } from '../ui/button.tsx'
import { CardAndReceipt, Hourglass } from '../ui/pictures/page-pictures.tsx'
import { OpenDoor } from '../ui/pictures/picture.tsx'
import { Message, PageHeader } from '../ui/public-page.tsx'
import { useServerTexts, useTexts } from '../ui/texts.ts'
import Confirming from './confirming.island.tsx'
import { PaymentState } from './payment-state.tsx'

/** Shows the state of a payment. Opening the page also fulfils the payment if the webhook has not. */
const found = async (confirmed: Confirmed, path: LocalPath, context: ScreenContext) => {
  const { query, site, now, app } = context
  const { entitlement } = confirmed
  const language = entitlement.language ?? context.language
  const here = `${path}?${new URLSearchParams(query)}`
  const success = successPage(entitlement, {
    ...confirmed,
    timezone: site.timezone,
    language,
    now,
    opensLater: await opensLater(app, entitlement),
  })
  const shown = { ...success, courseUrl: toPlatform(success.courseUrl, site) }
  return page(
    { found: true as const, school: entitlement.school.name, shown, here, letter: letterOf(shown, language) },
    {
      title: textsIn(language).sentences.yourPayment,
      language,
      framedBy: path === paths.success ? 'nobody' : { lms: framers(entitlement.course, entitlement.seenOrigin) },
    },
  )
}

type Found = DataOf<typeof found>

/** Returns a text for the teacher while the student waits for the course to open. */
const letterOf = ({ state, opensLater, course }: SuccessPage, language: Language): string | null => {
  const { pay, success, sentences } = textsIn(language)
  if (state === 'in')
    return opensLater ? sentences.paymentLetter(course, pay.opensLater[opensLater].title.replace(/\.$/, '')) : null
  const waits = state === 'confirming' || state === 'flagged' || state === 'part' || state === 'failed'
  return waits ? sentences.paymentLetter(course, success[state].title) : null
}

const slotOf = ({ state, opensLater }: SuccessPage): HelpSlot => {
  if (state === 'in') return opensLater ? 'opens-later' : 'thank-you'
  return state === 'confirming' ? state : `payment-${state}`
}

const PaymentView = ({ data, site }: { data: Found; site: Site }) => (
  <div className="column">
    <PageHeader title={data.shown.course} about={data.school} />
    <section className="card">
      {data.shown.state === 'confirming' ? (
        <>
          <Hourglass runs />
          <Island of={Confirming} props={{ page: data.shown, here: data.here }} eager />
        </>
      ) : (
        <>
          {data.shown.state !== 'in' && <CardAndReceipt />}
          <PaymentState page={data.shown} here={data.here} />
        </>
      )}
      {!site.live && (
        <p className="mode">
          <TestMode />
        </p>
      )}
    </section>
    <HelpWithClip support={site.support} slot={slotOf(data.shown)} letter={data.letter} />
  </div>
)

const LostView = (lost: Lost & { site: Site }) => (
  <LostLink {...lost} advice={[useServerTexts('sentences').openAgainForPayment]} />
)

/** Return page of the checkout for LTI launches. */
export const ltiSuccess = screen<Found | Lost>({
  path: paths.ltiSuccess,
  access: 'public',
  chrome: 'bar',
  translated: true,
  load: async context => {
    const { token, session_id: sessionId } = context.query
    const confirmed = token ? await confirmCheckout(context.app, { token, sessionId }) : null
    return confirmed ? found(confirmed, paths.ltiSuccess, context) : lostLink(token, context.language)
  },
  View: ({ data, site }) => (data.found ? <PaymentView data={data} site={site} /> : <LostView {...data} site={site} />),
})

/** A visitor from the card provider with a course, whose payment is unknown here. */
interface Unnamed {
  found: false
  message: null
  /** Our own course with this id. The link is never built from the query. */
  course: { name: string; url: string } | null
  test: boolean
}

/** Return page of the checkout for sign-ups. `live` only changes the badge. */
export const success = screen<Found | Lost | Unnamed>({
  path: paths.success,
  access: 'public',
  chrome: 'bar',
  translated: true,
  load: async context => {
    const { course_id: courseId, live, token, session_id: sessionId } = context.query
    const confirmed = token || sessionId ? await confirmCheckout(context.app, { token, sessionId }) : null
    if (confirmed) return found(confirmed, paths.success, context)
    if (token || !courseId) return lostLink(token ?? sessionId, context.language)
    const course = await findCourseLink(context.app, courseId)
    return page(
      { found: false, message: null, course, test: live === 'false' },
      { title: textsIn(context.language).sentences.yourPayment },
    )
  },
  View: ({ data, site }) => {
    if (data.found) return <PaymentView data={data} site={site} />
    return data.message === null ? <Processed {...data} site={site} /> : <LostView {...data} site={site} />
  },
})

const Processed = ({ course, test, site }: Unnamed & { site: Site }) => {
  const texts = useServerTexts('sentences')
  return (
    <Message
      title={texts.thankYou}
      picture={<OpenDoor />}
      site={site}
      help={<HelpWithClip support={site.support} slot="thank-you" letter={course ? null : texts.paidLetter} />}
    >
      {test && <span className="badge">{texts.testMode}</span>}
      <p className="lead">{useTexts('success').processed}</p>
      <p>{texts.receiptComes}</p>
      {course ? (
        <ButtonLink href={toPlatform(course.url, site)} top>
          {texts.openNamed(course.name)}
        </ButtonLink>
      ) : (
        <p>{texts.openByLink}</p>
      )}
    </Message>
  )
}

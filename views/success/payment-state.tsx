import type { SuccessPage } from '#src/domain/success.ts'
import { successSentences } from '#src/domain/success.ts'
import { Needs } from '../pay/needs.tsx'
import { payHref } from '../pay-paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { ToCourse } from '../ui/to-course.tsx'

/** How a payment stands, and the one thing to do next. `here` is the page's own address, to look again without a script. */
export const PaymentState = ({ page, here }: { page: SuccessPage; here: string }) => {
  const { title, text } = successSentences[page.state]
  return (
    <div className={page.state === 'in' ? 'thanks' : 'payment-state'}>
      {page.state === 'in' && <Mark size={72} />}
      <h2>{title}</h2>
      <p>{text}</p>
      {page.state === 'part' && <Needs needs={page.needs} />}
      <Next page={page} here={here} />
    </div>
  )
}

const Next = ({ page, here }: { page: SuccessPage; here: string }) => {
  switch (page.state) {
    case 'in':
      return <ToCourse {...page} />
    case 'confirming':
      return (
        <div className="choices">
          <ButtonLink href={here} look="quiet">
            Look again
          </ButtonLink>
          <WayBack {...page} />
        </div>
      )
    case 'part':
    case 'failed':
    case 'unpaid':
    case 'refunded':
      return <ButtonLink href={payHref(page.door, page.token)}>Back to your page</ButtonLink>
    case 'flagged':
      return (
        <>
          <p>You can close this page. Write to us if you hear nothing for two days.</p>
          <WayBack {...page} />
        </>
      )
    default:
      return page.state satisfies never
  }
}

/**
 * Back to where the checkout took the window from. Only for who came out of an LMS: a course that one signed up for is not
 * theirs before they are in.
 */
const WayBack = ({ door, courseUrl, lmsUrl }: SuccessPage) => {
  const href = courseUrl ?? lmsUrl
  if (door !== 'lti' || !href) return null
  return (
    <ButtonLink href={href} look="quiet" top>
      Back to {courseUrl ? 'your course' : new URL(href).host}
    </ButtonLink>
  )
}

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
        <ButtonLink href={here} look="quiet">
          Look again
        </ButtonLink>
      )
    case 'part':
    case 'failed':
    case 'unpaid':
    case 'refunded':
      return <ButtonLink href={payHref(page.door, page.token)}>Back to your page</ButtonLink>
    case 'flagged':
      return <p>You can close this page. Write to us if you hear nothing for two days.</p>
    default:
      return page.state satisfies never
  }
}

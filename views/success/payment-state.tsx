import type { Texts } from '#src/core/rules/languages/texts.ts'
import type { SuccessPage } from '#src/payments/rules/success-page.ts'
import { CourseReady } from '../pay/course-ready.tsx'
import { Needs } from '../pay/needs.tsx'
import { payHref } from '../pay-paths.ts'
import { useTexts } from '../texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { ToCourse } from '../ui/to-course.tsx'

/** State of the payment, and what to do next. `here` is this page's address, to check again without JavaScript. */
export const PaymentState = ({ page, here }: { page: SuccessPage; here: string }) => {
  const texts = useTexts('pay')
  const isWaiting = page.state === 'in' && page.opensLater
  const { title, text } = wordsOf(page, texts)
  return (
    <div className={page.state === 'in' ? 'thanks' : 'payment-state'}>
      {page.state === 'in' && <Mark size={72} />}
      <h2>{title}</h2>
      <p>{text}</p>
      {page.state === 'in' && !isWaiting && <CourseReady {...page} />}
      {page.receipt && <p>{page.receipt}</p>}
      {page.state === 'part' && <Needs needs={page.needs} />}
      {!isWaiting && <Next page={page} here={here} />}
    </div>
  )
}

const wordsOf = ({ state, opensLater }: SuccessPage, texts: Texts['pay']) => {
  if (state !== 'in') return texts[state]
  return opensLater
    ? { title: texts.opensLaterTitle, text: texts.opensLater }
    : { title: texts.thankYou, text: texts.processed }
}

const Next = ({ page, here }: { page: SuccessPage; here: string }) => {
  const texts = useTexts('pay')
  switch (page.state) {
    case 'in':
      return <ToCourse {...page} />
    case 'confirming':
      return (
        <div className="choices">
          <ButtonLink href={here} look="quiet">
            {texts.checkAgain}
          </ButtonLink>
          <BackToLms {...page} />
        </div>
      )
    case 'part':
    case 'failed':
    case 'unpaid':
    case 'refunded':
      return <ButtonLink href={payHref(page.pageKind, page.token)}>{texts.backToPage}</ButtonLink>
    case 'flagged':
      return (
        <>
          <p>{texts.flaggedWait}</p>
          <BackToLms {...page} />
        </>
      )
    default:
      return page.state satisfies never
  }
}

/**
 * Link back to the LMS. Only for people who came from one: after a sign-up, the course opens only once they are
 * enrolled.
 */
const BackToLms = ({ pageKind, courseUrl, lmsUrl }: SuccessPage) => {
  const texts = useTexts('pay')
  const href = courseUrl ?? lmsUrl
  if (pageKind !== 'lti' || !href) return null
  return (
    <ButtonLink href={href} look="quiet" top>
      {courseUrl ? texts.backToCourse : texts.backTo(new URL(href).host)}
    </ButtonLink>
  )
}

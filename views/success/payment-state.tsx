import type { SuccessPage } from '#src/payments/texts/success-page.ts'
import type { Texts } from '#src/texts/catalogues.ts'
import { CourseReady, Needs, ToCourse, WhatsNext } from '../pay-panel/course-ready.tsx'
import { payHref } from '../pay-paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { OpenDoor } from '../ui/pictures/picture.tsx'
import { useTexts } from '../ui/texts.ts'

/** State of the payment, and what to do next. `here` is this page's address, to check again without JavaScript. */
export const PaymentState = ({ page, here }: { page: SuccessPage; here: string }) => {
  const words = { pay: useTexts('pay'), success: useTexts('success') }
  const isWaiting = page.state === 'in' && page.opensLater
  const { title, text } = wordsOf(page, words)
  return (
    <div className={page.state === 'in' ? 'thanks' : 'payment-state'}>
      {page.state === 'in' && <OpenDoor />}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {page.state === 'in' && !isWaiting && <CourseReady {...page} />}
      {page.receipt && <p>{page.receipt}</p>}
      {page.state === 'part' && <Needs needs={page.needs} />}
      {!isWaiting && <Next page={page} here={here} words={words} />}
    </div>
  )
}

type Words = Pick<Texts, 'pay' | 'success'>

const wordsOf = ({ state, opensLater, hasPaid }: SuccessPage, { pay, success }: Words) => {
  if (state !== 'in') return success[state]
  return opensLater ? pay.opensLater[opensLater] : { title: pay.thankYou, text: hasPaid ? success.processed : null }
}

const Next = ({ page, here, words }: { page: SuccessPage; here: string; words: Words }) => {
  if (page.state === 'in')
    return (
      <>
        <ToCourse {...page} />
        <WhatsNext signedUp={page.pageKind === 'pay'} />
      </>
    )
  if (page.state === 'confirming')
    return (
      <div className="choices">
        <ButtonLink href={here} look="quiet">
          {words.pay.checkAgain}
        </ButtonLink>
        <BackToLms page={page} words={words} />
      </div>
    )
  if (page.state === 'flagged')
    return (
      <>
        <p>{words.success.flaggedWait}</p>
        <BackToLms page={page} words={words} />
      </>
    )
  return <ButtonLink href={payHref(page.pageKind, page.token)}>{words.success.backToPage}</ButtonLink>
}

/**
 * Link back to the LMS. Only for people who came from one: after a sign-up, the course opens only once they are
 * enrolled.
 */
const BackToLms = ({ page: { pageKind, courseUrl, lmsUrl }, words }: { page: SuccessPage; words: Words }) => {
  const href = courseUrl ?? lmsUrl
  if (pageKind !== 'lti' || !href) return null
  return (
    <ButtonLink href={href} look="quiet" top>
      {courseUrl ? words.success.backToCourse : words.pay.backTo(new URL(href).host)}
    </ButtonLink>
  )
}

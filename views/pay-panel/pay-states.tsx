import { type ReactNode, useRef } from 'react'
import type { PayPage } from '#src/payments/rules/pay-page.ts'
import type { Texts } from '#src/texts/catalogues.ts'
import { payHref } from '../pay-paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useFocusWhenShown, useReloadWhenGone } from '../ui/hydrated.ts'
import { Notice } from '../ui/notice.tsx'
import { OpenDoor } from '../ui/pictures/picture.tsx'
import { useTexts } from '../ui/texts.ts'
import { CourseReady, ToCourse, WhatsNext } from './course-ready.tsx'

/** Shown while a hydrated page reloads its state. */
export const Loading = () => (
  <p className="loading" role="status">
    <span className="spinner" /> {useTexts('ui').oneMoment}
  </p>
)

/** Says that access has ended. `again` offers a new period on the same enrollment. */
export const Ended = ({ date, again = false }: { date: string; again?: boolean }) => {
  const texts = useTexts('pay')
  return (
    <Notice tone="plain">
      <span>
        <strong>{texts.accessEnded(date)}.</strong>
        {again && ` ${texts.openAgain}`}
      </span>
    </Notice>
  )
}

/**
 * Shown while a payment is not confirmed, before the steps of the page. The steps stay for people with a code.
 * Reloads the page once the payment is confirmed, but not under a code that somebody types.
 */
export const Confirming = ({ page, children }: { page: PayPage; children: ReactNode }) => {
  const texts = useTexts('pay')
  useReloadWhenGone('data-confirming', page.confirming !== null && page.step !== 'coupons')
  if (!page.confirming || page.step === 'loading') return children
  const isBusy = page.step === 'coupons' || page.problem !== null
  return (
    <>
      <div data-confirming aria-live="polite">
        <h2>{page.confirming.title}</h2>
        <p>{page.confirming.text}</p>
        <ButtonLink href={payHref(page.pageKind, page.token)} look={isBusy ? 'quiet' : 'primary'}>
          {texts.checkAgain}
        </ButtonLink>
      </div>
      {page.accepts.code && !page.closed && (
        <details className="code-instead" open={isBusy}>
          <summary className="button button-quiet">{texts.useCodeInstead}</summary>
          <div className="code-instead-steps">{children}</div>
        </details>
      )}
    </>
  )
}

interface ClosedProps {
  page: PayPage
  /** Drawn by the server only: the script of the payment page stays small. */
  picture?: ReactNode
}

/** Shown when the course is closed to new students: the reason, and the course id to quote. */
export const Closed = ({ page, picture }: ClosedProps) => (
  <section className="card">
    {picture}
    <Confirming page={page}>
      {page.ended && <Ended date={page.ended} />}
      <p className="lead">{page.closed}</p>
      <p className="soft">
        {useTexts('ui').courseId} <code>{page.contextId}</code>
      </p>
    </Confirming>
  </section>
)

/**
 * Last step: how long the access lasts, one button to the course, and what happens next. Takes the focus when shown
 * without a page load.
 */
export const ThankYou = ({ page }: { page: PayPage }) => {
  const texts = useTexts('pay')
  const title = useRef<HTMLHeadingElement>(null)
  useFocusWhenShown(title)
  return (
    <div className="thanks">
      <OpenDoor />
      <h2 ref={title} tabIndex={-1}>
        {titleOf(page, texts)}
      </h2>
      {page.opensLater ? (
        <p>{texts.opensLater[page.opensLater].text}</p>
      ) : (
        <>
          <CourseReady {...page} />
          {page.login && <p>{page.login}</p>}
          <ToCourse {...page} />
          <WhatsNext signedUp={page.signedUp} />
        </>
      )}
    </div>
  )
}

const titleOf = ({ step, opensLater }: PayPage, texts: Texts['pay']): string => {
  if (opensLater === 'ended') return texts.opensLater.ended.title
  if (step === 'already_enrolled') return texts.alreadyEnrolled
  return opensLater ? texts.opensLater[opensLater].title : texts.thankYou
}

import { useRef } from 'react'
import type { Texts } from '#src/core/rules/languages/texts.ts'
import type { PayPage } from '#src/payments/rules/pay-page.ts'
import { useFocusWhenShown } from '../ui/focus-when-shown.ts'
import { OpenDoor } from '../ui/pictures/open-door.tsx'
import { useTexts } from '../ui/texts.ts'
import { ToCourse } from '../ui/to-course.tsx'
import { CourseReady } from './course-ready.tsx'
import { WhatsNext } from './whats-next.tsx'

/**
 * Last step: how long the access lasts, one button to the course, and what happens next. Takes the focus when shown without a page load.
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
        <p>{texts.opensLater}</p>
      ) : (
        <>
          <CourseReady {...page} />
          {page.login && <p>{page.login.text}</p>}
          <ToCourse {...page} />
          <WhatsNext signedUp={page.pageKind === 'pay'} />
        </>
      )}
    </div>
  )
}

const titleOf = ({ step, opensLater }: PayPage, texts: Texts['pay']): string => {
  if (step === 'already_enrolled') return texts.alreadyEnrolled
  return opensLater ? texts.opensLaterTitle : texts.thankYou
}

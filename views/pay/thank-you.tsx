import { useRef } from 'react'
import { thankYou } from '#src/payments/rules/after-code.ts'
import type { PayPage } from '#src/payments/rules/pay-page.ts'
import { useFocusWhenShown } from '../ui/focus-when-shown.ts'
import { Mark } from '../ui/mark.tsx'
import { ToCourse } from '../ui/to-course.tsx'

/**
 * Last step: how long the access lasts, and one button to the course. Takes the focus when shown without a page load.
 */
export const ThankYou = ({ page }: { page: PayPage }) => {
  const title = useRef<HTMLHeadingElement>(null)
  useFocusWhenShown(title)
  return (
    <div className="thanks">
      <Mark size={72} />
      <h2 ref={title} tabIndex={-1}>
        {page.step === 'already_enrolled' ? 'You are already enrolled.' : thankYou}
      </h2>
      <p>
        <span dir="auto">{page.course}</span> is ready. You can use it until {page.accessEnds}.
      </p>
      {page.login && <p>{page.login.text}</p>}
      <ToCourse {...page} framed />
    </div>
  )
}

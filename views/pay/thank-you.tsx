import { useRef } from 'react'
import { type PayPage, thankYou } from '#src/domain/pay-page.ts'
import { useFocusOnArrival } from '../ui/arrival.ts'
import { Mark } from '../ui/mark.tsx'
import { ToCourse } from '../ui/to-course.tsx'

/** Warm and short: what is open, until when, and the one button to it. Reached without a page load, it says so. */
export const ThankYou = ({ page }: { page: PayPage }) => {
  const title = useRef<HTMLHeadingElement>(null)
  useFocusOnArrival(title)
  return (
    <div className="thanks">
      <Mark size={72} />
      <h2 ref={title} tabIndex={-1}>
        {page.step === 'already_enrolled' ? 'You are already enrolled.' : thankYou}
      </h2>
      <p>
        <span dir="auto">{page.course}</span> is open to you until {page.accessEnds}.
      </p>
      {page.login && <p>{page.login.text}</p>}
      <ToCourse {...page} framed />
    </div>
  )
}

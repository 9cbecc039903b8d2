import type { ReactNode } from 'react'
import type { PayPage } from '#src/payments/rules/pay-page.ts'
import { useTexts } from '../ui/texts.ts'
import { Confirming } from './confirming.tsx'
import { Ended } from './ended.tsx'

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

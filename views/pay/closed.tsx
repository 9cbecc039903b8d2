import type { PayPage } from '#src/payments/rules/pay-page.ts'
import { useTexts } from '../ui/texts.ts'
import { Confirming } from './confirming.tsx'
import { Ended } from './ended.tsx'

/** Shown when the course is closed to new students: the reason, and the course id to quote. */
export const Closed = ({ page }: { page: PayPage }) => (
  <section className="card">
    <Confirming page={page}>
      {page.ended && <Ended date={page.ended} />}
      <p className="lead">{page.closed}</p>
      <p className="soft">
        {useTexts('ui').courseId} <code>{page.contextId}</code>
      </p>
    </Confirming>
  </section>
)

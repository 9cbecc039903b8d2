import type { PayPage } from '#src/domain/pay-page.ts'
import { Ended } from './ended.tsx'

/** Nobody can enter now: the reason, and what to name when asking. */
export const Closed = ({ page }: { page: PayPage }) => (
  <section className="card">
    {page.ended && <Ended date={page.ended} />}
    <p className="lead">{page.closed}</p>
    <p className="soft">
      Course id <code>{page.contextId}</code>
    </p>
  </section>
)

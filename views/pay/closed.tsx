import type { PayPage } from '#src/domain/pay-page.ts'

/** Nobody can enter now: the reason, and what to name when asking. */
export const Closed = ({ page }: { page: PayPage }) => (
  <section className="card">
    <p className="lead">{page.closed}</p>
    <p className="soft">
      Course id <code>{page.contextId}</code>
    </p>
  </section>
)

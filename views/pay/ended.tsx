import { accessEndedMessage } from '#src/access/rules/entitlement.ts'
import { Notice } from '../ui/notice.tsx'

/** Says that access has ended. `again` offers a new period on the same enrollment. */
export const Ended = ({ date, again = false }: { date: string; again?: boolean }) => (
  <Notice tone="plain">
    <span>
      <strong>{accessEndedMessage(date)}.</strong>
      {again && ' Enter a new access code or pay to open the course again.'}
    </span>
  </Notice>
)

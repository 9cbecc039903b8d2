import { accessEndedMessage } from '#src/domain/entitlement.ts'
import { Notice } from '../ui/notice.tsx'

/** The time in the course is over; where it is open, the same row begins anew with a code or a card (rules.md D4). */
export const Ended = ({ date, again = false }: { date: string; again?: boolean }) => (
  <Notice tone="plain">
    <span>
      <strong>{accessEndedMessage(date)}.</strong>
      {again && ' A new access code or a payment opens the course again.'}
    </span>
  </Notice>
)

import { isClosedByStaff } from '#src/access/rules/payment.ts'
import { shortTime } from '#src/core/rules/business-day.ts'
import { Button } from '../../ui/button.tsx'

/** A note that was refused, with the flag it was typed for. */
export interface FlagProblem {
  id: number
  typed: string
  text: string
}

interface FlagFormProps {
  id: number
  /** Address of the page, which the form posts to. */
  action: string
}

/** Closes a flag with a note. */
export const CloseFlag = ({ id, action, problem }: FlagFormProps & { problem: FlagProblem | null }) => {
  const refused = problem?.id === id ? problem : null
  return (
    <form method="post" action={action} className="close-flag">
      <input type="hidden" name="id" value={id} />
      <input
        className="input"
        name="note"
        maxLength={500}
        defaultValue={refused?.typed}
        placeholder="What you did"
        aria-label="What you did"
        autoComplete="off"
        {...(refused && { 'aria-invalid': true, 'aria-describedby': `flag-${id}-problem` })}
      />
      <Button look="quiet" name="intent" value="close">
        Mark as done
      </Button>
      {refused && (
        <p className="problem" id={`flag-${id}-problem`} role="alert">
          {refused.text}
        </p>
      )}
    </form>
  )
}

/** Opens a flag again that staff closed. */
export const ReopenFlag = ({ id, action }: FlagFormProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="id" value={id} />
    <Button look="quiet" name="intent" value="reopen">
      Open again
    </Button>
  </form>
)

interface ClosedProps {
  flag: { closedAt: Date | null; closedBy: string | null; closedByName: string | null; note: string | null }
  timezone: string
}

/** When and by whom a flag was closed, and their note. */
export const ClosedText = ({ flag, timezone }: ClosedProps) => {
  const { closedAt, closedByName, note } = flag
  const at = closedAt && shortTime(closedAt, timezone)
  return isClosedByStaff(flag) ? (
    <>
      {closedByName ?? 'Unknown'}, {at}
      {note && (
        <>
          : <q>{note}</q>
        </>
      )}
    </>
  ) : (
    <>Closed by itself, {at}</>
  )
}

import { isClosedByStaff } from '#src/access/rules/payment.ts'
import { shortTime } from '#src/core/rules/business-day.ts'
import { usePosted } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'

interface FlagFormProps {
  id: number
  /** Address of the page, which the form posts to. */
  action: string
}

/** Closes a flag with a note. */
export const CloseFlag = ({ id, action }: FlagFormProps) => {
  const { fields, problems } = usePosted('close')
  const isSent = fields.id === String(id)
  const problem = isSent ? problems.note : undefined
  return (
    <form method="post" action={action} className="close-flag">
      <input type="hidden" name="id" value={id} />
      <input
        className="input"
        name="note"
        maxLength={500}
        defaultValue={isSent ? fields.note : undefined}
        placeholder="What you did"
        aria-label="What you did"
        autoComplete="off"
        {...(problem && { 'aria-invalid': true, 'aria-describedby': `flag-${id}-problem` })}
      />
      <Button look="quiet" name="intent" value="close">
        Mark as done
      </Button>
      {problem && (
        <p className="problem" id={`flag-${id}-problem`} role="alert">
          {problem}
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

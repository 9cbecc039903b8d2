import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

interface RejectedGradesProps {
  action: string
  /** Form fields that name the row, on a page with several. */
  fields?: Record<string, string>
  canRetry: boolean
  children: ReactNode
}

/** Says which grades an LMS rejected and why, with a button to send them again. */
export const RejectedGrades = ({ action, fields = {}, canRetry, children }: RejectedGradesProps) => (
  <div className="rejected-grades">
    <span>{children}</span>
    {canRetry && (
      <form method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button look="quiet" name="intent" value="grades">
          Try again
        </Button>
      </form>
    )}
  </div>
)

import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

interface UntakenProps {
  action: string
  /** Which one of the page, where it has several. */
  of?: Record<string, string>
  may: boolean
  children: ReactNode
}

/** What an LMS did not take and why, with a button that has it sent again. */
export const Untaken = ({ action, of = {}, may, children }: UntakenProps) => (
  <div className="untaken">
    <span>{children}</span>
    {may && (
      <form method="post" action={action}>
        {Object.entries(of).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button look="quiet" name="intent" value="grades">
          Try again
        </Button>
      </form>
    )}
  </div>
)

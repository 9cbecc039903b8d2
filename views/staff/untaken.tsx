import type { ReactNode } from 'react'
import { retryMessages } from '#src/domain/grade.ts'
import type { ScreenContext } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import type { Saying } from '../ui/said.tsx'

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

/** The note of the address that the form leads to. */
export const retry = async (done: Promise<boolean> | null): Promise<'again' | 'gone'> =>
  (await done) ? 'again' : 'gone'

/** What that page then says. */
export const retried = ({ query }: ScreenContext): Saying | null => {
  switch (query.note) {
    case 'again':
      return { tone: 'good', text: retryMessages.again }
    case 'gone':
      return { tone: 'problem', text: retryMessages.gone }
    default:
      return null
  }
}

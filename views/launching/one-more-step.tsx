import type { Site } from '../screen.ts'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'

interface Props {
  action: string
  fields: [name: string, value: string][]
  site: Site
}

/**
 * Fallback when cookies are blocked in the frame and the platform offers no storage: repeats the login in a new window.
 */
export const OneMoreStep = ({ action, fields, site }: Props) => (
  <Message title="One more step" site={site}>
    <p className="lead">Your browser blocks this page inside your course. Open it in a new window.</p>
    <form method="post" action={action} target="_blank" rel="noopener">
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button>Open in a new window</Button>
    </form>
    <p className="soft">Your course stays open here. Close the new window when you are done.</p>
  </Message>
)

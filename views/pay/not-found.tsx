import type { Site } from '../screen.ts'
import { Message } from '../ui/message.tsx'

/** A link whose token nobody knows, or that came without one. */
export const NotFound = ({ message, site }: { message: string; site: Site }) => (
  <Message title={message} site={site}>
    <p>Go back to your course and open the link there again. It brings you to your own page.</p>
    <p>If you see this page twice, ask your teacher for the link, or write to us.</p>
  </Message>
)

import type { Site } from '../screen.ts'
import { Message } from '../ui/message.tsx'

interface ProblemProps {
  title: string
  what: string
  advice: string
  reference?: string
  site: Site
}

/** A page that cannot be shown: what happened, what to do, and the reference to quote where there is one. */
export const Problem = ({ title, what, advice, reference, site }: ProblemProps) => (
  <Message title={title} reference={reference} site={site}>
    <p className="lead">{what}</p>
    <p>{advice}</p>
  </Message>
)

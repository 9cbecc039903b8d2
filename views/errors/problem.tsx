import type { Site } from '../screen.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'

interface ProblemProps {
  title: string
  what: string
  advice: string
  /** The page's own address, where asking for it again does nothing twice. */
  again?: string | undefined
  reference?: string
  site: Site
}

/** A page that cannot be shown: what happened, what to do, and the reference to quote where there is one. */
export const Problem = ({ title, what, advice, again, reference, site }: ProblemProps) => (
  <Message title={title} reference={reference} site={site}>
    <p className="lead">{what}</p>
    <p>{advice}</p>
    {again && <ButtonLink href={again}>Try again</ButtonLink>}
  </Message>
)

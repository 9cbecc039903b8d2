import type { Site } from '../screen.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'

/** Where one may go from here, where going there does nothing twice. */
export interface Way {
  href: `/${string}`
  label: string
}

interface ProblemProps {
  title: string
  what: string
  advice: string
  way?: Way | undefined
  reference?: string
  site: Site
}

/** A page that cannot be shown: what happened, what to do, and the reference to quote where there is one. */
export const Problem = ({ title, what, advice, way, reference, site }: ProblemProps) => (
  <Message title={title} reference={reference} site={site}>
    <p className="lead">{what}</p>
    <p>{advice}</p>
    {way && <ButtonLink href={way.href}>{way.label}</ButtonLink>}
  </Message>
)

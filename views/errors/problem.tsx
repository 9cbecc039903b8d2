import type { Site } from '../screen.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { UnpluggedLamp } from '../ui/pictures/unplugged-lamp.tsx'

/** A safe link to continue with: following it never repeats the failed request. */
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

/** Error page: what happened, what to do next, and the reference to quote, if any. */
export const Problem = ({ title, what, advice, way, reference, site }: ProblemProps) => (
  <Message title={title} picture={<UnpluggedLamp />} reference={reference} site={site}>
    <p className="lead">{what}</p>
    <p>{advice}</p>
    {way && <ButtonLink href={way.href}>{way.label}</ButtonLink>}
  </Message>
)

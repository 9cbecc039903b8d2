import type { ReactNode } from 'react'
import { Reference } from '../ui/reference.tsx'

interface TechnicalProps {
  /** The reader it is for. */
  summary: string
  /** Left out where the page shows it already. */
  reference?: string
  children?: ReactNode
}

/** The technical cause and the reference, folded, at the end of an error page. */
export const Technical = ({ summary, reference, children }: TechnicalProps) => (
  <details className="technical">
    <summary>{summary}</summary>
    {children}
    {reference && <Reference reference={reference} />}
  </details>
)

import type { ReactNode } from 'react'
import { useTexts } from '../ui/texts.ts'

interface TechnicalProps {
  /** The reader it is for. */
  summary: string
  reference: string
  children?: ReactNode
}

/** The technical cause and the reference, folded, at the end of an error page. */
export const Technical = ({ summary, reference, children }: TechnicalProps) => (
  <details className="technical">
    <summary>{summary}</summary>
    {children}
    <p className="reference">
      {useTexts('ui').reference} <code>{reference}</code>
    </p>
  </details>
)

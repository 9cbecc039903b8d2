import type { ReactNode } from 'react'
import type { Site } from '../screen.ts'
import { Card } from './card.tsx'
import { Help } from './help.tsx'
import { PageHeader } from './page-header.tsx'
import { Reference } from './reference.tsx'

interface MessageProps {
  title: string
  picture?: ReactNode
  children: ReactNode
  /** Error reference that the person can quote to support. */
  reference?: string | undefined
  /** Replaces the default help line. */
  help?: ReactNode
  site: Site
}

/** Page with one message: what happened, what to do next, and how to get help. */
export const Message = ({ title, picture, children, reference, help, site }: MessageProps) => (
  <div className="column">
    <PageHeader title={title} />
    <Card>
      {picture}
      {children}
      {reference && <Reference reference={reference} />}
    </Card>
    {help ?? <Help support={site.support} {...(reference ? { reference } : {})} />}
  </div>
)

import type { ReactNode } from 'react'
import type { Site } from '../screen.ts'
import { Card } from './card.tsx'
import { Help } from './help.tsx'
import { PageHeader } from './page-header.tsx'

interface MessageProps {
  title: string
  children: ReactNode
  /** What the person quotes to support. */
  reference?: string | undefined
  /** In place of the plain way to reach a person. */
  help?: ReactNode
  site: Site
}

/** A page that says one thing: what happened or where one is, what to do next, and how to reach a person. */
export const Message = ({ title, children, reference, help, site }: MessageProps) => (
  <div className="column">
    <PageHeader title={title} />
    <Card>
      {children}
      {reference && (
        <p className="reference">
          Reference <code>{reference}</code>
        </p>
      )}
    </Card>
    {help ?? <Help support={site.support} {...(reference ? { reference } : {})} />}
  </div>
)

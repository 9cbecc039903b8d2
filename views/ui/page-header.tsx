import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'

interface PageHeaderProps {
  title: string
  about?: string
  /** Links at the end of the line. */
  children?: ReactNode
}

/** The open book at the top of a page: its title, and the course it is about. */
export const PageHeader = ({ title, about, children }: PageHeaderProps) => (
  <header className="page-header book">
    <div>
      <div className="page-header-words">
        <Mark size={40} />
        <div>
          <h1 dir="auto">{title}</h1>
          {about && <p dir="auto">{about}</p>}
        </div>
      </div>
      {children && <div className="page-header-on">{children}</div>}
    </div>
  </header>
)

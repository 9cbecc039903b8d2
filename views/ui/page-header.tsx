import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'
import { still } from './still.ts'

interface PageHeaderProps {
  title: string
  about?: string
  /** A way on, at the end of the line. */
  children?: ReactNode
}

/** The open book at the top of a page: where one is, and whose course it is. */
export const PageHeader = ({ title, about = '', children }: PageHeaderProps) => (
  <header className="page-header book">
    <div>
      <div className="page-header-words" {...still(Titled, { isAbout: about !== '' }, { title, about })} />
      {children && <div className="page-header-on">{children}</div>}
    </div>
  </header>
)

const Titled = ({ title, about, isAbout }: { title: string; about: string; isAbout: boolean }) => (
  <>
    <Mark size={40} />
    <div>
      <h1 dir="auto">{title}</h1>
      {isAbout && <p dir="auto">{about}</p>}
    </div>
  </>
)

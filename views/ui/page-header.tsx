import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'
import { still } from './still.ts'

interface PageHeaderProps {
  title: string
  about?: string
  /** A link at the end of the line. */
  children?: ReactNode
}

/** Header of a page: logo, title, and whose course it is. */
export const PageHeader = ({ title, about = '', children }: PageHeaderProps) => {
  const isAbout = about !== ''
  return children ? (
    <header className="page-header book">
      <div>
        <TitleBlock title={title} about={about} isAbout={isAbout} />
        <div className="page-header-on">{children}</div>
      </div>
    </header>
  ) : (
    <header className="page-header book" {...still(TitleOnly, { isAbout }, { title, about })} />
  )
}

type Words = { title: string; about: string; isAbout: boolean }

const TitleOnly = (words: Words) => (
  <div>
    <TitleBlock {...words} />
  </div>
)

const TitleBlock = ({ title, about, isAbout }: Words) => (
  <div className="page-header-words">
    <Mark size={40} />
    <div>
      <h1 dir="auto">{title}</h1>
      {isAbout && <p dir="auto">{about}</p>}
    </div>
  </div>
)

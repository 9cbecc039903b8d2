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
export const PageHeader = ({ title, about = '', children }: PageHeaderProps) => {
  const isAbout = about !== ''
  return children ? (
    <header className="page-header book">
      <div>
        <Titled title={title} about={about} isAbout={isAbout} />
        <div className="page-header-on">{children}</div>
      </div>
    </header>
  ) : (
    <header className="page-header book" {...still(Alone, { isAbout }, { title, about })} />
  )
}

type Words = { title: string; about: string; isAbout: boolean }

const Alone = (words: Words) => (
  <div>
    <Titled {...words} />
  </div>
)

const Titled = ({ title, about, isAbout }: Words) => (
  <div className="page-header-words">
    <Mark size={40} />
    <div>
      <h1 dir="auto">{title}</h1>
      {isAbout && <p dir="auto">{about}</p>}
    </div>
  </div>
)

import type { ReactNode } from 'react'

/** Staff page: title, purpose, then its panels. */
export const OfficePage = ({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) => (
  <div className="office-page">
    <header className="office-head">
      <h1>{title}</h1>
      {lead && <p className="soft">{lead}</p>}
    </header>
    {children}
  </div>
)

/** Two columns: the form left, the facts right. One column on small screens. */
export const Beside = ({ children }: { children: ReactNode }) => <div className="beside">{children}</div>

interface PanelProps {
  /** Target of links to it. */
  id?: string
  title?: string
  form?: boolean
  /** What the page was opened for. With a script its heading gets the focus, so that Tab goes on from there. */
  isNext?: boolean
  children: ReactNode
}

/** Panel of a staff page. `form` limits its width to that of a form. */
export const Panel = ({ id, title, form, isNext, children }: PanelProps) => (
  <section id={id} className={form ? 'panel panel-form' : 'panel'}>
    {title && <h2 data-next={isNext || undefined}>{title}</h2>}
    {children}
  </section>
)
